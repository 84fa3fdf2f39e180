import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { noteStep } from '@tvarit/shared/domain/dispatch/note-step'
import { closeAlert } from '../harness/alert-calls.ts'
import { createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { actingAs, createPerson } from '../harness/people.ts'
import { arm, eventually, visit } from './browser.ts'
import { alertDesk } from './alert-desk.ts'

const { world, browser, asha } = await alertDesk()
const vikram = await createPerson(world, 'staff', 'Vikram')

async function raise(...names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const first_name of names) ids.push((await raisedAlert(world, { first_name })).id)
  return ids
}
const claim = (id: number) => claimAlert({ ctx: actingAs(world, vikram), input: { id, take_over: false } })
const row = (page: Page, name: string) => page.getByRole('article', { name: `${name} Kumar`, exact: true })
const rows = async (page: Page, count: number) => eventually(() => page.getByRole('article').count()).toBe(count)

test('sixty alerts are claimed and dispatched by three keys each, beside a colleague', async () => {
  const names = Array.from({ length: 66 }, (_, n) => `Ravi${n}`)
  const ids = await raise(...names)
  // So far that none is late before the last one is sent, however slow the machine.
  for (const _ of ids) await createAmbulance(world, { base_km: 9 })
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await rows(page, 66)
  const needing = page.getByRole('list', { name: 'Needs action' }).getByRole('listitem')
  let keys = 0
  const key = async (name: string) => {
    keys += 1
    await page.keyboard.press(name)
  }
  const dialog = page.getByRole('dialog', { name: /^Send an ambulance to/ })
  const sent = () => world.db.selectFrom('dispatches').select(['alert_id', 'ambulance_id']).execute()
  for (let n = 0; n < 60; n += 1) {
    // From the far end, as a colleague who sees the same board would.
    if (n % 10 === 0) await claim(ids[65 - n / 10]!)
    await key('n')
    // Each sixth gets the second ambulance of the list beside it.
    await key(n % 6 === 0 ? '2' : 's')
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Send KA/)
    await key('Enter')
    await dialog.waitFor({ state: 'detached' })
    await noteStep({ ctx: actingAs(world, asha), input: { id: ids[n]!, step: 'EN_ROUTE' } })
    await eventually(() => needing.count()).toBe(65 - n)
  }
  expect(keys).toBe(180)
  const all = await sent()
  expect(all.map(({ alert_id }) => alert_id).toSorted((a, b) => a - b)).toEqual(ids.slice(0, 60))
  expect(new Set(all.map(({ ambulance_id }) => ambulance_id)).size).toBe(60)
  const owners = await world.db.selectFrom('alerts').select(['id', 'claimed_by']).orderBy('id').execute()
  // A slow run gives the colleague's back, who has no console.
  expect(owners.map(({ claimed_by }) => claimed_by === asha.id)).toEqual(ids.map((_, n) => n < 60))
})

test('each ambulance beside the alert shows the key that sends it, unless keys are off', async () => {
  for (let n = 1; n <= 3; n += 1) await createAmbulance(world, { base_km: n })
  await raise('Ravi', 'Meena', 'Farhan', 'Lakshmi', 'Joseph', 'Imran', 'Divya')
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await rows(page, 7)
  await page.keyboard.press('j')
  const ambulances = page.getByRole('region', { name: 'Ambulance' })
  await eventually(() => ambulances.locator('kbd').allTextContents()).toEqual(['1', '2', '3'])
  const third = await ambulances
    .getByRole('button', { name: /^Send KA/ })
    .nth(2)
    .getAttribute('aria-label')
  await page.keyboard.press('3')
  await page.getByRole('dialog').getByRole('button', { name: third!, exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: 'Use these keys in this browser' }).uncheck()
  await eventually(() => ambulances.locator('kbd').count()).toBe(0)
})

test('a row that takes the place of another takes no press for a moment', async () => {
  const ids = await raise('Ravi', 'Meena', 'Farhan')
  await claim(ids[2]!)
  const page = await visit(browser, world, '/qr-alerts', { as: asha })
  await rows(page, 3)
  const handle = await page.evaluateHandle((id) => {
    const row = () => document.querySelector(`[data-alert="${id}"]`)!
    const place = () => [...document.querySelectorAll('[data-alert]')].indexOf(row())
    const first = place()
    const settling = new Promise<string>((resolve) => {
      const look = () => place() !== first && resolve(getComputedStyle(row()).pointerEvents)
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    })
    return { settling }
  }, ids[1]!)
  await claim(ids[0]!)
  expect(await handle.evaluate(({ settling }) => settling)).toBe('none')
  // And then it does again.
  await row(page, 'Meena').getByRole('button', { name: 'Claim' }).click()
  await page.getByText('You claimed this alert: Meena Kumar').waitFor()
})

/** Watches, frame by frame, whether a row moves or is gone, until so many milliseconds after it is asked. */
const moves = (page: Page, id: number) =>
  page.evaluate(
    ([id]) =>
      new Promise<number>((resolve) => {
        const top = () => document.querySelector(`[data-alert="${id}"]`)?.getBoundingClientRect().top ?? NaN
        const first = top()
        const began = performance.now()
        let most = 0
        const look = () => {
          most = Math.max(most, Math.abs(top() - first) || (Number.isNaN(top()) ? 1e6 : 0))
          if (performance.now() - began > 2_000) resolve(most)
          else requestAnimationFrame(look)
        }
        look()
      }),
    [id] as const,
  )

for (const by of ['pointer', 'focus'] as const) {
  test(`what the ${by} is on does not move when alerts around it come, are claimed and close`, async () => {
    const ids = await raise(...Array.from({ length: 9 }, (_, n) => `Ravi${n}`))
    const page = await visit(browser, world, '/qr-alerts', { as: asha })
    await rows(page, 9)
    await arm(page)
    await page.getByRole('button', { name: 'Dismiss' }).waitFor()
    if (by === 'pointer') await row(page, 'Ravi4').getByRole('button', { name: 'Claim' }).hover()
    else for (let n = 0; n < 5; n += 1) await page.keyboard.press('j')
    if (by === 'focus') await page.getByLabel('Add a note').waitFor()
    // The hand stays on it until it is said to rest.
    const hand = await page.evaluate(
      ([kind, id]) =>
        setInterval(() => {
          const row = document.querySelector(`[data-alert="${id}"]`)!
          const options = { bubbles: true, key: 'Shift' }
          row.dispatchEvent(
            kind === 'focus' ? new KeyboardEvent('keydown', options) : new PointerEvent('pointermove', options),
          )
        }, 200) as unknown as number,
      [by, ids[4]!] as const,
    )
    const moved = moves(page, ids[4]!)
    await claim(ids[2]!)
    await closeAlert(world, vikram, ids[1]!, 'REJECTED')
    await raise('Newest')
    await claim(ids[4]!)
    // What is new is in sight at once, below it.
    await row(page, 'Newest').waitFor()
    await row(page, 'Ravi1').getByText('Closed').waitFor()
    await row(page, 'Ravi4').getByText('Vikram Rao claimed it').waitFor()
    expect(await moved).toBe(0)
    await page.evaluate((timer) => clearInterval(timer), hand)
    // Once the hand has rested the order is that of the need.
    await eventually(() =>
      page.getByRole('list', { name: 'Needs action' }).getByRole('heading').allTextContents(),
    ).toEqual([0, 3, 5, 6, 7, 8, 'Newest', 2, 4].map((n) => (n === 'Newest' ? 'Newest Kumar' : `Ravi${n} Kumar`)))
    expect(await row(page, 'Ravi1').count()).toBe(0)
  })
}
