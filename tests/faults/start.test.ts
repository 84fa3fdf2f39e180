import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eraseAgain, listErasures } from '@tvarit/shared/domain/operations/data-rights/erasure-list'
import { commandLine } from '@tvarit/shared/platform/settings/command-line'
import { startEmbeddedPostgres } from '@tvarit/shared/platform/database/embedded-postgres'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { expect, onTestFinished } from 'vitest'
import { post } from '../harness/data-rights.ts'
import { faultRow } from '../harness/fault-row.ts'
import { createPerson, createSubscriber } from '../harness/people.ts'
import { startedBy } from '../harness/started-by.ts'
import { until } from '../harness/until.ts'
import { createWorld } from '../harness/world.ts'

faultRow(
  {
    row: 37,
    fault: 'the first start is killed while it makes the database',
    promised: 'the next start makes it anew, and nothing half-made stays',
  },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-killed-'))
    fs.chmodSync(folder, 0o755)
    const place = { dir: path.join(folder, 'pg'), port: await freePort(), password: 'test', database: 'tvarit' }
    const begun = startEmbeddedPostgres(place).catch((error: Error) => error.message)
    await until('the folder looks like a database', () =>
      fs.readdirSync(folder).some((name) => fs.existsSync(path.join(folder, name, 'PG_VERSION'))),
    )
    const initdb = startedBy(process.pid).filter((pid) => commandLine(pid).includes(folder))
    for (const pid of initdb.flatMap((pid) => [...startedBy(pid), pid])) process.kill(pid, 'SIGKILL')
    expect(await begun).toContain('could not create its data folder')
    const started = await startEmbeddedPostgres(place)
    await started.stop()
    expect(fs.readdirSync(folder)).toEqual(['pg'])
    fs.rmSync(folder, { recursive: true, force: true })
    return { happened: 'the second start was a whole database', acknowledged: null, lost: 0, doubles: 0 }
  },
)

faultRow(
  {
    row: 38,
    fault: 'the list of erased people is torn when the product starts',
    promised: 'the start names the file and the way out; removed, it is written again with everybody',
  },
  async () => {
    const world = await createWorld({ worker: false })
    onTestFinished(() => world.stop())
    const admin = await createPerson(world, 'admin', 'Meera')
    const people = await Promise.all([createSubscriber(world), createSubscriber(world)])
    const body = { confirmation: 'ERASE', reason: 'Asked by letter' }
    for (const { id } of people) expect((await post(world, `/api/users/${id}/erase/`, admin, body)).status).toBe(200)
    const ctx = { ...world.ctx(), db: world.db }
    expect(await listErasures({ ctx })).toBe(people.length)
    for (const torn of ['[{"user_id":1,"regis', '{}', '']) {
      await ctx.storage.put('erasures/list.json', Buffer.from(torn), 'application/json')
      await expect(eraseAgain({ ctx })).rejects.toThrow(/damaged.*erasures\/list\.json.*backup.*remove it/s)
    }
    await ctx.storage.remove('erasures/list.json')
    await eraseAgain({ ctx })
    await listErasures({ ctx })
    const list = JSON.parse((await ctx.storage.read('erasures/list.json')).toString()) as { user_id: number }[]
    const lost = people.filter(({ id }) => !list.some(({ user_id }) => user_id === id)).length
    return { happened: `${list.length} people listed again`, acknowledged: people.length, lost, doubles: 0 }
  },
)
