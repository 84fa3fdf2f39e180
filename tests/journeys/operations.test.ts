import { startWorker } from '@tvarit/worker/worker'
import { afterEach, test } from 'vitest'
import { failedMessage, failedQueueJob } from '../harness/failures.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, fileWorld } from '../harness/world.ts'
import { closeProfiles, visit, fileBrowser } from './browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

test('failed work is retried from the operations page: a message, all of a kind, a job', async () => {
  for (const _ of [1, 2, 3]) await failedMessage(world)
  await failedQueueJob(world)
  await world.db
    .insertInto('processes')
    .values({
      id: crypto.randomUUID(),
      kind: 'worker',
      host: 'lost',
      pid: 1,
      version: '0',
      seen_at: new Date(Date.now() - 60_000),
    })
    .execute()
  const page = await visit(browser, world, '/ops', { as: admin })
  await page
    .getByRole('row')
    .filter({ hasText: 'lost' })
    .getByText('Its log says why it stopped; start it again.')
    .waitFor()
  const failed = page.getByRole('region', { name: 'Failed messages' })
  await failed.getByText('The newest 3, one by one').click()
  await failed.getByRole('button', { name: 'Send again', exact: true }).first().click()
  await failed.getByRole('button', { name: 'Send all 2 again' }).click()
  await failed.getByText('No message has failed.').waitFor()
  const jobs = page.getByRole('region', { name: 'Failed jobs' })
  await jobs.getByRole('button', { name: 'Start again' }).click()
  await jobs.getByText('No job has failed.').waitFor()
  const sent = world.db.selectFrom('messages').where('state', '=', 'sent').where('template', '=', 'screens_back')
  await until('all three are sent', async () => (await sent.select('id').execute()).length === 3)
})

test('without a worker the operations page says what that means, until one lives again', async () => {
  const alone = await createWorld({ web: true, worker: false })
  try {
    const dead = { id: crypto.randomUUID(), kind: 'worker' as const, host: 'lost', pid: 1, version: '0' }
    await alone.db
      .insertInto('processes')
      .values({ ...dead, seen_at: new Date(Date.now() - 60_000) })
      .execute()
    const page = await visit(browser, alone, '/ops', { as: await createPerson(alone, 'admin') })
    const sentence = page.getByText(
      'No worker is running: nobody is notified of alerts and nothing escalates. Start one.',
    )
    await sentence.waitFor()
    const worker = startWorker(alone.config, alone.ctx().log)
    try {
      await sentence.waitFor({ state: 'hidden' })
    } finally {
      await worker.stop()
    }
  } finally {
    await alone.stop()
  }
})
