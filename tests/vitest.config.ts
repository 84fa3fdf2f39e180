import { defineConfig } from 'vitest/config'
import { SlowFirst } from './slow-first.ts'

export default defineConfig({
  test: {
    globalSetup: ['./harness/global-setup.ts'],
    include: ['flows/**/*.test.ts', 'browser/**/*.test.ts', 'faults/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    passWithNoTests: false,
  },
})
