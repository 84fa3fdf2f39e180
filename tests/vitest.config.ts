import os from 'node:os'
import path from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { memoryFolder } from './harness/memory-folder.ts'
import { SlowFirst } from './slow-first.ts'

// Hundreds of processes load the same files: what Node has compiled once it need not again.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../node_modules/.cache/compiled')

// Databases, files and browser profiles in memory: a new database costs a quarter of the processor's time there.
process.env.TMPDIR ??= memoryFolder() ?? os.tmpdir()

// Where Debian has haproxy, which people who are not root do not search.
process.env.PATH += ':/usr/sbin'

/** A project of its own for each folder, one after the other: what is cheap fails first. */
const project = (name: string, groupOrder: number, ...folders: string[]): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    pool: 'forks',
    // A process loads the product once and runs file after file; what a file changes in it, the file puts back.
    isolate: false,
    // All but the tests themselves is loaded as in production, by Node itself, and once for each process.
    server: { deps: { external: [/\/(shared|server|worker|migrations|scripts|tests)\/.*(?<!\.test)\.ts$/] } },
    // Two for each processor of the smallest machine: a part of what a test does is waiting. Six made the deep tests no faster.
    maxWorkers: 4,
    sequence: { groupOrder },
    // Only ends what hangs: each wait inside has a limit of its own, and a journey on a slow machine is many of them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Tried once more, and printed with (retry x1): a wait that ran out, as machines stall, and a press that Firefox's own
    // automation broke off, and an old browser that died. A wrong answer is not.
    retry: {
      count: 1,
      condition: /Timeout \d+ms exceeded|Waited \d+ ms in vain|NS_ERROR_FAILURE.*EventUtils|The browser has gone/,
    },
  },
})

export default defineConfig({
  test: {
    // Once for all projects: PostgreSQL, Redis, the built web client.
    globalSetup: ['./harness/global-setup.ts'],
    sequence: { sequencer: SlowFirst },
    passWithNoTests: false,
    projects: [
      project('unit', 1, 'unit'),
      project('product', 2, 'product'),
      project('journeys', 3, 'journeys'),
      project('deep', 4, 'screens', 'faults', 'browsers', 'deep'),
    ],
  },
})
