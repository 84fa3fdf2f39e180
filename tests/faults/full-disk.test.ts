import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { PACKED_PREFIX } from '@tvarit/shared/domain/stickers/bulk-jobs/make-bulk-coupons'
import { expect } from 'vitest'
import { call } from '../harness/api.ts'
import { bulkWorkers } from '../harness/bulk-workers.ts'
import { filesKept } from '../harness/chain.ts'
import { faultRow } from '../harness/fault-row.ts'
import { Ledger } from '../harness/ledger.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { startProcess } from '../harness/processes.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, impatient: true })
const staff = await createPerson(world, 'staff')

faultRow(
  {
    row: 17,
    fault: 'the disk of the database is full (every insert of an alert fails with its error)',
    promised: 'a clear 503 that says to try again, reading goes on, and the same press succeeds when there is room',
  },
  async () => {
    await world.pool.query(`create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await world.pool.query('create trigger no_room before insert on alerts for each row execute function no_room()')
    const ledger = new Ledger()
    const { sticker } = await createSubscriber(world)
    const waiting = ledger.pressUntilAccepted(world.url, sticker.token)
    const rejected = await fetch(`${world.url}/api/scan/${sticker.token}/alerts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scan_id: randomUUID() }),
    })
    const page = await fetch(`${world.url}/s/${sticker.token}`, {
      method: 'POST',
      body: new URLSearchParams({ scan_id: randomUUID() }),
    })
    expect([rejected.status, page.status]).toEqual([503, 503])
    expect(rejected.headers.get('retry-after')).toBe('2')
    expect(await page.text()).toContain('tel:112')
    expect((await fetch(`${world.url}/api/qr/alerts/`, { headers: staff.headers })).status).toBe(200)
    await world.pool.query('drop trigger no_room on alerts')
    await waiting
    const { lost, doubles } = await ledger.compare(world)
    return { happened: `${ledger.rejections} rejections, then accepted`, acknowledged: 1, lost, doubles }
  },
)

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
        lost: lost + ledger.rejections + wrong.length,
        doubles,
      }
    } finally {
      await cramped.kill()
    }
  },
)
