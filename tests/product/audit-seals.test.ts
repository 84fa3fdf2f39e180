import { sealAudit } from '@tvarit/shared/domain/audit/seal-audit'
import { writeAudit } from '@tvarit/shared/domain/audit/write-audit'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditSeals } from '../harness/audit-seals.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ server: false, worker: false })
const { seal, verify, write, writeOld } = auditSeals(world)

const ids = async () =>
  (await world.db.selectFrom('audit_log').select('id').orderBy('id').execute()).map(({ id }) => id)

test('what was sealed is whole, and a seal follows from the one before', async () => {
  await write(3)
  expect(await seal()).toMatchObject([{ first_id: 1, last_id: 3, entries: 3 }])
  await write(2)
  const [second] = await seal()
  expect(second).toMatchObject({ first_id: 4, last_id: 5, entries: 2 })
  await write()
  expect(await seal()).toHaveLength(1)
  await write(2)
  expect(await verify(second!.hash)).toMatchObject({ seals: 3, entries: 6, unsealed: 2, broken: null, has_noted: true })
  expect(await verify('0'.repeat(64))).toMatchObject({ broken: null, has_noted: false })
})

test('a seal is due when its oldest entry is five minutes old, or when a thousand wait', async () => {
  await write()
  expect(await sealAudit({ ctx: world.ctx() })).toEqual([])
  await world.advanceTime(5 * 60_000)
  expect(await sealAudit({ ctx: world.ctx() })).toHaveLength(1)
  await writeOld(0, 2_001)
  expect((await sealAudit({ ctx: world.ctx() })).map(({ entries }) => entries)).toEqual([1_000, 1_000])
})

test.each([
  ['changed', `update audit_log set detail = '{"alert_id": 9}' where id = 4`, 'An entry was changed.'],
  ['said to be of another person', 'update audit_log set subject_id = 9 where id = 4', 'An entry was changed.'],
  ['moved in time', `update audit_log set at = at + interval '1 us' where id = 4`, 'An entry was changed.'],
  ['removed', 'delete from audit_log where id = 4', '1 of 2 entries are gone.'],
  [
    'added',
    `delete from audit_log where id = 4; insert into audit_log (id, action, subject) overriding system value
      values (4, 'health.viewed', 'user')`,
    'An entry was changed.',
  ],
  ['robbed of its seal', 'delete from audit_seals where first_id = 3', 'A seal is missing.'],
  [
    'sealed again',
    `update audit_log set detail = '{}' where id = 4; update audit_seals set hash = d.hash
      from audit_digest((select hash from audit_seals where first_id = 1), 3, 4) d where first_id = 3`,
    'The seal does not follow from the one before.',
  ],
  [
    'said to be removed by retention',
    'update audit_seals set forgotten_at = now() where first_id = 3',
    'Entries are marked',
  ],
  [
    'said to be removed by retention with all before it',
    'update audit_seals set forgotten_at = now() where first_id < 5; delete from audit_log where id < 5',
    'before their year was over',
  ],
])('an entry that was %s is found, with its range', async (_what, deed, reason) => {
  for (let range = 0; range < 3; range++) {
    await write(2)
    await seal()
  }
  expect((await verify()).broken).toBeNull()
  await world.pool.query(deed)
  const { broken } = await verify()
  expect(broken?.reason).toContain(reason)
  expect(broken!.last_id).toBeGreaterThanOrEqual(2)
})

test('a rolled-back number is no gap, and an entry that takes it later is found', async () => {
  await write(2)
  await expect(
    world.db.transaction().execute(async (tx) => {
      await writeAudit({ ...world.ctx(), db: tx }, { action: 'coupon.created', subject: 'coupon', subject_id: 3 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await write()
  expect(await ids()).toEqual([1, 2, 4])
  expect(await seal()).toMatchObject([{ first_id: 1, last_id: 4, entries: 3 }])
  await sql`insert into audit_log (id, action, subject) overriding system value values (3, 'health.viewed', 'user')`.execute(
    world.db,
  )
  expect((await verify()).broken).toMatchObject({ reason: 'There are 1 entries too many.' })
})

test('an entry that commits long after younger ones is sealed: sealing waits for its writer', async () => {
  const slow = await world.pool.connect()
  await slow.query('begin')
  await slow.query(`insert into audit_log (action, subject) values ('alert.raised', 'alert')`)
  await write(2)
  expect(await ids()).toEqual([2, 3])
  const sealing = sealAudit({ ctx: world.ctx(), input: { now: true, patience_ms: 60_000 } })
  await until('the sealing has asked who writes, and asks again', async () => {
    const asked = `select from pg_stat_activity where datname = current_database() and query like '%virtualtransaction%&&%'
      and pid <> pg_backend_pid()`
    return (await world.pool.query(asked)).rowCount! > 0
  })
  // A writer that begins only now is not waited for.
  const late = await world.pool.connect()
  await late.query('begin')
  await late.query(`insert into audit_log (action, subject) values ('alert.raised', 'alert')`)
  await slow.query('commit')
  expect(await sealing).toMatchObject([{ first_id: 1, last_id: 3, entries: 3 }])
  await late.query('commit')
  slow.release()
  late.release()
  expect(await seal()).toMatchObject([{ first_id: 4, last_id: 4, entries: 1 }])
  expect(await verify()).toMatchObject({ entries: 4, unsealed: 0, broken: null })
})

test('a writer that goes on for long keeps the sealing back, never the other way round', async () => {
  await write()
  const slow = await world.pool.connect()
  await slow.query('begin')
  await slow.query(`insert into audit_log (action, subject) values ('alert.raised', 'alert')`)
  await write()
  expect(await sealAudit({ ctx: world.ctx(), input: { now: true, patience_ms: 100 } })).toEqual([])
  await slow.query('rollback')
  slow.release()
  expect(await seal()).toMatchObject([{ first_id: 1, last_id: 3, entries: 2 }])
})

test('writers and several workers that seal at the same time never make a false alarm', async () => {
  let writing = true
  let made = 0
  const writer = async (who: number) => {
    for (let n = 0; n < 40 || made < 2; n++) {
      const work = world
        .ctx()
        .db.transaction()
        .execute(async (tx) => {
          await writeAudit({ ...world.ctx(), db: tx }, { action: 'alert.claimed', subject: 'alert', subject_id: who })
          for (let more = 0; more < (n + who) % 5; more++) await sql`select 1`.execute(tx)
          if (n % 7 === who) throw new Error('rolled back')
        })
      await work.catch(() => {})
    }
  }
  const sealer = async () => {
    while (writing) made += (await seal()).length
  }
  const sealers = [sealer(), sealer()]
  await Promise.all([0, 1, 2].map(writer))
  writing = false
  await Promise.all(sealers)
  await seal()
  const { seals, entries, unsealed, broken } = await verify()
  expect({ broken, unsealed, entries }).toEqual({ broken: null, unsealed: 0, entries: (await ids()).length })
  expect(seals).toBeGreaterThan(1)
})

test('retention removes sealed ranges from the oldest on, and what is left is still whole', async () => {
  await writeOld(401, 3)
  await seal()
  await writeOld(401, 2)
  await writeOld(1, 1)
  await seal()
  await writeOld(401, 1)
  const forget = (most: number) =>
    world
      .ctx()
      .db.executeQuery(sql`select forget_audit(now() - interval '400 days', ${most}::integer)`.compile(world.ctx().db))
  await forget(2)
  // In the middle of a range: it counts as removed already.
  expect(await ids()).toEqual([3, 4, 5, 6, 7])
  expect(await verify()).toMatchObject({ seals: 2, forgotten: 1, entries: 3, broken: null })
  await forget(100)
  // A range with a young entry stays whole, and what is not sealed stays.
  expect(await ids()).toEqual([4, 5, 6, 7])
  expect(await verify()).toMatchObject({ seals: 2, forgotten: 1, entries: 3, unsealed: 1, broken: null })
  await world.pool.query('delete from audit_log where id = 5')
  expect((await verify()).broken).toMatchObject({ first_id: 4, last_id: 6, reason: '1 of 3 entries are gone.' })
})

test('the product adds seals and changes none', async () => {
  await write()
  await seal()
  for (const deed of [
    sql`update audit_seals set hash = sha256('')`,
    sql`update audit_seals set forgotten_at = now()`,
    sql`delete from audit_seals`,
    sql`truncate audit_seals`,
  ]) {
    await expect(deed.execute(world.ctx().db)).rejects.toMatchObject({ code: '42501' })
  }
  // Nobody can follow the same seal twice.
  await expect(
    sql`insert into audit_seals select first_id, last_id + 1, entries, newest_at, previous, hash from audit_seals`.execute(
      world.ctx().db,
    ),
  ).rejects.toMatchObject({ code: '23505' })
})
