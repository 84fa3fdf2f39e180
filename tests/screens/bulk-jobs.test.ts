import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, eventually, failing, fileBrowser, visit } from '../journeys/browser.ts'
import { faults } from '../journeys/viewports.ts'

// Without a worker: each test says how far a job is.
const world = await fileWorld({ web: true, worker: false })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

afterEach(() => closeProfiles(browser))

interface JobValues {
  count: number
  status?: 'PROCESSING' | 'COMPLETED' | 'FAILED'
  progress?: number
  last_error?: string
  file?: string
  file_bytes?: number
  completed_at?: Date
}

async function jobOf(values: JobValues): Promise<number> {
  const job = await world.db
    .insertInto('bulk_jobs')
    .values({ created_by: admin.id, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return job.id
}
const change = (id: number, values: Partial<JobValues>) =>
  world.db.updateTable('bulk_jobs').set(values).where('id', '=', id).execute()
const couponsOf = (bulk_job_id: number, count: number) =>
  world.db
    .insertInto('coupons')
    .values(Array.from({ length: count }, () => ({ ...newCodes(), bulk_job_id })))
    .returning(['id', 'serial_number'])
    .execute()
const rowOf = (page: Page, id: number) => page.getByRole('row').filter({ hasText: new RegExp(`Job ${id}(?!\\d)`) })

test('a running job shows its progress live and politely, then packing, then its actions', async () => {
  const id = await jobOf({ count: 5000, progress: 1200 })
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  const row = rowOf(page, id)
  const bar = row.getByRole('progressbar', { name: `Progress of job ${id}` })
  await row.getByText('Drawing codes, 24 %').waitFor()
  expect(await bar.getAttribute('aria-valuenow')).toBe('1200')
  expect(await row.getByRole('button').allTextContents()).toEqual(['Stop'])
  await change(id, { progress: 3200 })
  await row.getByText('Drawing sheets, 64 %').waitFor()
  expect(await bar.getAttribute('aria-valuetext')).toBe('Drawing sheets, 64 %')
  await change(id, { progress: 5000 })
  await row.getByText('Packing ZIP…').waitFor()
  expect(await page.locator(':is([aria-live], [role=status], [role=alert]) [role=progressbar]').count()).toBe(0)
  await change(id, { status: 'COMPLETED' })
  await row.getByText('COMPLETED').waitFor()
  await row.getByRole('button', { name: 'Mark as Printed' }).waitFor()
  expect(await bar.count()).toBe(0)
  expect(faults(page)).toEqual([])
})

test('the buttons of a row stand whole in one line beside a long name', async () => {
  const id = await jobOf({ count: 4, progress: 4, status: 'COMPLETED', file: 'bulk/job-1.zip' })
  const name = 'Venkatanarasimharajuvaripeta Monsoon Campaign of the Retailers'
  await world.db.updateTable('bulk_jobs').set({ name }).where('id', '=', id).execute()
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  const row = rowOf(page, id)
  await row.getByText('COMPLETED').waitFor()
  const boxes = await Promise.all(
    (await row.locator('button, a', { hasText: /zip|Printed|View/ }).all()).map((each) => each.boundingBox()),
  )
  expect(boxes.map((box) => [Math.round(box!.height), Math.round(box!.y)])).toEqual(
    boxes.map(() => [32, Math.round(boxes[0]!.y)]),
  )
  expect(boxes).toHaveLength(3)
})

test('on a phone bars are equally long, and a bar and its figure stay inside their card', async () => {
  const id = await jobOf({ count: 5000, progress: 4888 })
  const other = await jobOf({ count: 5000, progress: 5000 })
  const page = await visit(browser, world, '/bulk-coupons', { as: admin, phone: true })
  const rails = [id, other].map((each) => rowOf(page, each).locator('.ant-progress-rail'))
  const [one, two] = await Promise.all(rails.map((rail) => rail.evaluate(({ clientWidth }) => clientWidth)))
  expect(one).toBe(two)
  for (const [path, card] of [
    ['/bulk-coupons', rowOf(page, id)],
    [`/bulk-coupons/${id}`, page.getByRole('region', { name: 'Job', exact: true })],
  ] as const) {
    await page.goto(`${world.url}${path}`)
    const inner = await card.getByText('Drawing sheets, 97 %').boundingBox()
    const outer = await card.boundingBox()
    expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width - 8)
    expect((await card.getByRole('progressbar').boundingBox())!.width).toBeGreaterThan(50)
  }
})

test("a colleague's new job shows up on its own, also when nothing runs", async () => {
  await world.db.updateTable('bulk_jobs').set({ status: 'PRINTED' }).where('status', '=', 'PROCESSING').execute()
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  await page.getByRole('heading', { name: 'All Coupons' }).waitFor()
  await page.locator('[aria-busy=false], [role=status]').first().waitFor()
  const id = await jobOf({ count: 7, status: 'COMPLETED' })
  await rowOf(page, id).getByText('COMPLETED').waitFor()
})

test('a failed job says why in plain words and runs again once, in the list and on its page', async () => {
  const id = await jobOf({ count: 40, status: 'FAILED', progress: 9, last_error: 'ENOSPC: no space left on device' })
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  const row = rowOf(page, id)
  await row.getByText('FAILED').waitFor()
  await row.getByText('There is no room left for the file.').waitFor()
  expect(await row.getByText('ENOSPC').count()).toBe(0)
  await row.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('The job runs again').waitFor()
  await row.getByText('Making coupons…').waitFor()
  await change(id, { status: 'FAILED', last_error: 'connect ECONNREFUSED' })
  await row.getByText('could not be reached').waitFor()
  await row.getByRole('link', { name: 'View' }).click()
  await page.getByRole('alert').getByText('could not be reached').waitFor()
  await page.getByText('For support: connect ECONNREFUSED').waitFor()
  await page.getByText('None were made.').waitFor()
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('bulkJobs.retry') && asked.push(request.url()))
  await page.getByRole('button', { name: 'Retry' }).dblclick()
  await page.getByRole('progressbar').waitFor()
  await page.getByText('For support').waitFor({ state: 'detached' })
  expect(asked).toHaveLength(1)
  const { runs } = await world.db.selectFrom('bulk_jobs').select('runs').where('id', '=', id).executeTakeFirstOrThrow()
  expect(runs).toBe(3)
})

test('a running job can be stopped, after a question, and says so', async () => {
  const id = await jobOf({ count: 40, status: 'PROCESSING', progress: 9 })
  await couponsOf(id, 4)
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  const row = rowOf(page, id)
  await row.getByRole('button', { name: 'Stop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop job' })
  await dialog.getByText('Coupons it has made so far are removed.').waitFor()
  await dialog.getByRole('button', { name: 'Stop job' }).click()
  await page.getByText('The job was stopped').waitFor()
  await row.getByText('This job was stopped, and none of its coupons exist.').waitFor()
  await row.getByText('STOPPED', { exact: true }).waitFor()
  expect(await row.getByRole('button').allTextContents()).toEqual([])
  await row.getByRole('link', { name: 'View' }).click()
  await page.getByText('Those that were made have been removed, because the job was stopped.').waitFor()
})

test('a job has a page with its facts, ZIP and author, and coupons to search and page', async () => {
  const id = await jobOf({ count: 53, status: 'PROCESSING', progress: 0 })
  await couponsOf(await jobOf({ count: 10, status: 'COMPLETED' }), 10)
  const page = await visit(browser, world, '/bulk-coupons', { as: admin })
  await rowOf(page, id).getByRole('link', { name: 'View' }).click()
  await page.getByRole('heading', { name: `Bulk job ${id}` }).waitFor()
  await page.getByText('They appear here as soon as they are made.').waitFor()
  const made = await couponsOf(id, 53)
  const table = page.getByRole('table', { name: 'Coupons' })
  await eventually(() => table.getByRole('row').count()).toBe(26)
  const owner = await createPerson(world, 'user')
  await world.db
    .updateTable('coupons')
    .set({ status: 'USED', user_id: owner.id })
    .where(
      'id',
      'in',
      made.slice(0, 4).map((coupon) => coupon.id),
    )
    .execute()
  await change(id, { status: 'COMPLETED', progress: 53, file_bytes: 1_234_567, completed_at: new Date() })
  const facts = page.getByRole('region', { name: 'Job', exact: true })
  await facts.getByText('COMPLETED').waitFor()
  await facts.getByText('by Meera Rao').waitFor()
  await facts.getByText('1.2 MB').waitFor()
  expect(await facts.getByRole('meter', { name: 'Activated coupons' }).getAttribute('aria-valuetext')).toBe('4 of 53')
  const files = page.getByRole('region', { name: 'In the ZIP' })
  for (const file of ['qr/*.png', 'manifest.csv', 'labels-60mm.pdf', 'labels-25mm.pdf']) {
    await files.getByText(file, { exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Mark as Printed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Printed' }).click()
  await page.getByText('Status updated to PRINTED').waitFor()
  await facts.getByText('PRINTED', { exact: true }).waitFor()
  await eventually(() => facts.getByText('by Meera Rao').count()).toBe(2)
  expect(await page.getByRole('button', { name: 'Mark as Printed' }).count()).toBe(0)

  await page.getByText('Page 1 of 3').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 of 3').waitFor()
  await page.getByText('Used', { exact: true }).click()
  await eventually(() => table.getByRole('row').count()).toBe(5)
  await page.getByText('All', { exact: true }).click()
  await page.getByRole('searchbox').fill(made[7]!.serial_number)
  await eventually(() => table.getByRole('row').count()).toBe(2)
  await table.getByRole('link', { name: 'View' }).click()
  await page.getByRole('link', { name: `Bulk job ${id}` }).click()
  await page.getByRole('heading', { name: `Bulk job ${id}` }).waitFor()
  await page.getByRole('searchbox').fill('ZZZZZZZZ')
  await page.getByText('No coupons found.').waitFor()
  await page.getByRole('link', { name: 'Back to Bulk coupons' }).click()
  await page.waitForURL('**/bulk-coupons')
  expect(faults(page)).toEqual([])
})

test('an unknown job is not found, and one that cannot be loaded is tried again', async () => {
  const id = await jobOf({ count: 2, status: 'COMPLETED' })
  const page = await visit(browser, world, '/bulk-coupons/999999999', { as: admin })
  for (const path of ['/bulk-coupons/999999999', '/bulk-coupons/abc']) {
    await page.goto(`${world.url}${path}`)
    await page.getByRole('heading', { name: 'Bulk job not found' }).waitFor()
  }
  const mend = await failing(page, '**/trpc/*bulkJobs.get**')
  await page.goto(`${world.url}/bulk-coupons/${id}`)
  await page.getByText('Failed to fetch the bulk job.').waitFor()
  await mend(page.getByRole('button', { name: 'Try again' }).click())
  await page.getByRole('heading', { name: `Bulk job ${id}` }).waitFor()
})
