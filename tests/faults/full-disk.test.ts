import fs from 'node:fs'
import os from 'node:os'
import { PACKED_PREFIX } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'
import { expect } from 'vitest'
import { call } from '../harness/api.ts'
import { bulkWorkers } from '../harness/bulk-workers.ts'
import { filesKept } from '../harness/chain.ts'
import { faultRow } from '../harness/fault-row.ts'
import { Ledger } from '../harness/ledger.ts'
import { createSubscriber } from '../harness/people.ts'
import { startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'

faultRow(
  {
    row: 17,
    fault: 'no room for files: a bulk job cannot write its ZIP',
    promised: 'the job fails in clear words, presses go on, nothing half-written stays, and a retry completes it',
  },
  async () => {
    await using at = await bulkWorkers()
    const cramped = await startProcess('worker', at.world.environment, { largest_file_kb: 64 })
    try {
      const leftovers = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(PACKED_PREFIX))
      const before = new Set(leftovers())
      const id = await at.create(700)
      const ledger = new Ledger()
      const presses = Array.from({ length: 5 }, async () =>
        ledger.pressUntilAccepted(at.world.url, (await createSubscriber(at.world)).sticker.token),
      )
      await Promise.all(presses)
      const job = async () => (await at.jobs()).find((each) => each.id === id)!
      await until('the job is given up', async () => (await job()).status === 'FAILED')
      const { last_error } = await job()
      expect(last_error).toMatch(/^EFBIG/)
      const shown = await call(at.world.url, `/api/qr/jobs/${id}/`, { access: at.admin.access })
      expect(shown.body.hint).toMatch(/no room left for the file/)
      expect(cramped.alive()).toBe(true)
      expect(leftovers().filter((name) => !before.has(name))).toEqual([])
      expect(filesKept(at.world)).toEqual([])
      await cramped.kill()
      await at.startWorker('roomy')
      expect(
        (await call(at.world.url, `/api/qr/jobs/${id}/retry/`, { method: 'POST', access: at.admin.access })).status,
      ).toBe(200)
      await at.untilAllMade()
      const wrong = await at.problems(new Map([[id, 700]]))
      const { lost, doubles } = await ledger.compare(at.world)
      return {
        happened: `failed with "${last_error}", completed by a retry${wrong.map((each) => `, ${each}`).join('')}`,
        acknowledged: ledger.ids().length + 1,
        lost: lost + ledger.refusals + wrong.length,
        doubles,
      }
    } finally {
      await cramped.kill()
    }
  },
)
