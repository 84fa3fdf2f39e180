import { defineConfig } from 'vitest/config'

/** Needs a container engine, so it is a command of its own: `npm run test:cluster`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
})
