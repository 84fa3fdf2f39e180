/**
 * Flags of Node for a server process. With a heap of at most 768 MB V8 collects garbage before it doubles: 1,500 requests
 * and imports at once grow the process by 200 MB instead of 400 (`npm run bench -- attacked`). The Dockerfile repeats them.
 */
export const NODE_FLAGS = ['--max-old-space-size=768', '--max-semi-space-size=16']
