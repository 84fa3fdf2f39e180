import { isMigrated, migrateToLatest } from '@tvarit/migrations/migrate'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const db = world.db as never

test('presses are accepted while a migration runs, whatever the migration before it has locked', async () => {
  const { sticker } = await createSubscriber(world)
  const running = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const more = {
    '9998-column': {
      up: async (tx: typeof world.db) =>
        void (await sql`alter table subscriber_profiles add column probe text`.execute(tx)),
    },
    '9999-fill': { up: async () => (running.resolve(), await end.promise) },
  }
  const migrated = migrateToLatest(db, more)
  await running.promise
  try {
    expect((await press(world.url, sticker.token)).http).toBe(201)
  } finally {
    end.resolve()
  }
  expect(await migrated).toEqual(['9998-column', '9999-fill'])
})

test('going back: the version before starts on the schema of the next one', async () => {
  await sql`insert into kysely_migration values ('9999-of-the-next-version', now()::text)`.execute(world.db)
  expect(await migrateToLatest(db)).toEqual([])
  expect(await isMigrated(db)).toBe(true)
  await until('the server of the version before is ready', async () => (await fetch(`${world.url}/readyz`)).ok)
})

test('a database of a version before the one initial migration is rejected in one sentence', async () => {
  const old = await createWorld({ server: false, worker: false })
  try {
    await sql`delete from kysely_migration`.execute(old.db)
    await sql`insert into kysely_migration values ('2026-11-21-0900-initial', now()::text)`.execute(old.db)
    await expect(migrateToLatest(old.db as never)).rejects.toThrow('it is of a version before 0.3.0')
  } finally {
    await old.stop()
  }
})
