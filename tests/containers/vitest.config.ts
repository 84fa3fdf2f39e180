import { defineConfig } from 'vitest/config'

/** Needs a container engine, so it is a command of its own: `npm run test:containers`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 900_000,
    // Two installations at once would slow each other down.
    fileParallelism: false,
    // The tests are steps of one life of an installation.
    bail: 1,
  },
})
