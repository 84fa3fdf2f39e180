import fs from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A kilobyte of a test with a browser, or with processes that are killed, takes about so many times as long as another. */
const TIMES = 3
/** These look at many pages, call everything, or wait for what they kill: longer than others of their size. */
const LONG = new RegExp(
  `/(${[
    'faults/(bulk-job|fuzz|owner-histories|providers|redis|server|worker)',
    'deep/(attacks|dialogs|empty-database|logs|packing-process|pages|pages-admin|routes|start|stranger-costs)',
    'browsers/public-pages',
    'screens/(another-person|second-factor)',
    'journeys/(alert-board|keyboard|rescue|sixty-alerts|stock)',
    'product/(accounts-lockout|bulk-jobs-made|incidents|openapi|permission-table|watchdog-batches|who-is-a-customer)',
  ].join('|')})[.]test[.]ts$`,
)

/** The longest files begin, also on a machine that has run none of them yet, so that no worker goes on alone at the end. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const guess = new Map(files.map((file) => [file, weigh(file.moduleId)]))
    return files.toSorted((a, b) => guess.get(b)! - guess.get(a)!)
  }
}

const weigh = (file: string): number =>
  fs.statSync(file).size *
  (/\/(journeys|screens|browsers|faults|deep)\//.test(file) ? TIMES : 1) *
  (LONG.test(file) ? TIMES : 1)
