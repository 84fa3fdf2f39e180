import { defineConfig } from 'vitest/config'
import { SlowFirst } from './slow-first.ts'

export default defineConfig({
  test: {
    globalSetup: ['./harness/global-setup.ts'],
    include: ['flows/**/*.test.ts', 'browser/**/*.test.ts', 'faults/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    // Only ends what hangs: each wait inside has a limit of its own, and a journey on a slow machine is many of them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 0,
    passWithNoTests: false,
  },
})
