import { expect, test } from 'vitest'
import { createJob, jobEnded, jobRow } from '../harness/bulk-jobs.ts'
import { createPerson } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'
import { fileBrowser, visit } from '../journeys/browser.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

test('the page of a job says until when its ZIP is kept, and makes a deleted one again', async () => {
  const id = await createJob(world, admin, 5)
  await jobEnded(world, id, 'COMPLETED')
  const page = await visit(browser, world, `/bulk-coupons/${id}`, { as: admin })
  await page.getByText(/Kept until \d+/).waitFor()
  await world.db.updateTable('bulk_jobs').set({ file: null, file_bytes: null }).where('id', '=', id).execute()
  await page.reload()
  await page.getByText('Deleted after 30 days; it can be made again').waitFor()
  expect(await page.getByRole('button', { name: 'Download zip' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Make ZIP again' }).click()
  await page.getByText('The ZIP is being made again').waitFor()
  await until('the ZIP is stored', async () => (await jobRow(world, id)).file !== null)
  await page.reload()
  await page.getByRole('button', { name: 'Download zip' }).waitFor()
})
