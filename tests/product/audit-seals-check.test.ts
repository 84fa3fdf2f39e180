import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { checkAudit } from '@tvarit/shared/domain/audit/check-audit'
import { expect, test } from 'vitest'
import { auditSeals } from '../harness/audit-seals.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false, worker: false })
const { seal, verify, write, writeOld } = auditSeals(world)

/** The check of the next day. */
async function checkNextDay() {
  await world.pool.query('update audit_checks set next_at = now()')
  return checkAudit({ ctx: world.ctx() })
}
/** So many seals of one entry each, as a chain that is whole. */
const sealAll = (count: number) =>
  world.pool.query(`do $$ declare previous bytea := sha256(''); begin
    for n in 1..${count} loop
      insert into audit_seals (first_id, last_id, previous, entries, newest_at, hash)
        select n, n, previous, d.entries, d.newest_at, d.hash from audit_digest(previous, n, n) d returning hash into previous;
    end loop; end $$`)

test('once a day one of the workers checks the seals: a change is said daily until it is mended', async () => {
  await write(2)
  await seal()
  const checks = await Promise.all([1, 2, 3].map(() => checkAudit({ ctx: world.ctx() })))
  expect(checks.filter((check) => check !== null)).toEqual([{ broken: null }])
  const change = (alert_id: number) =>
    world.pool.query(`update audit_log set detail = '{"alert_id": ${alert_id}}' where id = 2`)
  await change(9)
  expect(await checkAudit({ ctx: world.ctx() })).toBeNull()
  const broken = { first_id: 1, last_id: 2, reason: 'An entry was changed.' }
  expect(await checkNextDay()).toEqual({ broken })
  expect(await checkNextDay()).toEqual({ broken })
  const kept = await world.db.selectFrom('audit_checks').select('broken').executeTakeFirstOrThrow()
  expect(kept).toEqual({ broken })
  await change(1)
  expect(await checkNextDay()).toEqual({ broken: null })
})

test('a chain of many pages is checked to its end, and one rebuilt as a whole is found', async () => {
  await writeOld(1, 450)
  await sealAll(450)
  expect(await checkNextDay()).toEqual({ broken: null })
  await world.pool.query('update audit_log set subject_id = 9 where id = 430')
  expect((await checkNextDay())!.broken).toMatchObject({ first_id: 430, last_id: 430 })
  await world.pool.query('truncate audit_seals')
  await sealAll(450)
  expect((await verify()).broken).toBeNull()
  expect((await checkNextDay())!.broken).toMatchObject({ last_id: 450, reason: expect.stringContaining('or another') })
})

test('npm run audit:verify says what it found, and ends with 1 when something is wrong', async () => {
  await write(2)
  const [made] = await seal()
  const run = (...args: string[]) => {
    const script = path.join(import.meta.dirname, '../../scripts/verify-audit.ts')
    const env = { ...process.env, ...world.environment }
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })
    return [status, stdout + stderr]
  }
  expect(run(made!.hash)).toEqual([0, expect.stringContaining('1 seals over 2 entries are whole')])
  await world.pool.query('delete from audit_log where id = 1')
  expect(run()).toEqual([1, expect.stringContaining('BROKEN between the entries 1 and 2: 1 of 2 entries are gone.')])
})
