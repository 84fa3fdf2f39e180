import { LIMITS } from '@tvarit/shared/contracts/limits'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actingAs } from '../harness/people.ts'
import { arm, eventually, sirens } from '../journeys/browser.ts'
import { alertBar, card, freshConsoles } from '../journeys/fresh-consoles.ts'

// A press that crosses what a colleague, or another alert, does in that moment.

const at = await freshConsoles()
const { raise, board } = at

const claimAsVikram = (id: number) =>
  claimAlert({ ctx: actingAs(at.world, at.vikram), input: { id, take_over: false } })
const owner = async (id: number) =>
  (await at.world.db.selectFrom('alerts').select('claimed_by').where('id', '=', id).executeTakeFirstOrThrow())
    .claimed_by

/** What a click at this button would press in the moment the first of the elements speaks of another person. */
async function pressedAsItMoves(page: Page, button: Locator, elements: string, person: string) {
  await button.hover()
  const { x, y, width, height } = (await button.boundingBox())!
  await page.evaluate(
    ([left, top, elements, person]) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(elements)?.textContent.includes(person)) return
        observer.disconnect()
        const hit = document.elementFromPoint(left, top)?.closest('button')
        Object.assign(window, { hit: hit?.getAttribute('aria-label') ?? hit?.textContent ?? 'nothing' })
      }).observe(document.body, { childList: true, subtree: true })
    },
    [x + width / 2, y + height / 2, elements, person] as const,
  )
  return () => page.evaluate(() => (window as unknown as { hit?: string }).hit)
}

test('when a colleague claims the first alert, C takes over no other one before it is chosen', async () => {
  // Vikram has had Meena's alert for a while; Ravi's is the first on the board until he claims that, too.
  const meena = await raise('Meena', at.vikram)
  await at.world.advanceTime(10_000)
  const ravi = await raise('Ravi')
  const page = await board(at.asha)
  await card(page, 'Ravi Kumar').getByText('No operator yet').waitFor()
  await claimAsVikram(ravi)
  await card(page, 'Ravi Kumar').getByText('Vikram Rao claimed it at').waitFor()
  await page.keyboard.press('c')
  await eventually(() => page.evaluate(() => Number(document.activeElement?.getAttribute('data-alert')))).toBe(meena)
  // A claim would have arrived before that.
  await raise('Kavya')
  await card(page, 'Kavya Kumar').waitFor()
  expect(await owner(meena)).toBe(at.vikram.id)
  await page.keyboard.press('c')
  await page.getByText('You took over this alert: Meena Kumar').waitFor()
})

test('a click on Claim as a colleague claims the alert acts on no alert that moves there', async () => {
  const ravi = await raise('Ravi')
  await raise('Sita')
  const page = await board(at.asha)
  await card(page, 'Sita Kumar').waitFor()
  const claim = card(page, 'Ravi Kumar').getByRole('button', { name: 'Claim' })
  const pressed = await pressedAsItMoves(page, claim, 'article', 'Sita')
  await claimAsVikram(ravi)
  await eventually(pressed).toBe('nothing')
  await card(page, 'Sita Kumar').getByRole('button', { name: 'Claim' }).click()
  await page.getByText('You claimed this alert: Sita Kumar').waitFor()
})

test('so it is in the bar', async () => {
  const ravi = await raise('Ravi')
  for (const name of ['Sita', 'Kavya']) await raise(name)
  const page = await board(at.asha, '/dashboard')
  const row = (name: string) => alertBar(page).getByRole('listitem').filter({ hasText: name })
  await alertBar(page).getByRole('button', { name: 'Show' }).click()
  await row('Kavya Kumar').waitFor()
  const claim = row('Ravi Kumar').getByRole('button', { name: 'Claim' })
  const pressed = await pressedAsItMoves(page, claim, '[data-new-alert] li', 'Sita')
  await claimAsVikram(ravi)
  await eventually(pressed).toBe('nothing')
  await row('Sita Kumar').getByRole('button', { name: 'Claim' }).click()
  await page.getByText('You claimed this alert: Sita Kumar').waitFor()
})

test.each([
  ['Dismiss', '/qr-alerts', 'article[data-ringing]'],
  ['View Alert Details', '/dashboard', '[data-new-alert] li'],
])('an alert that comes in the moment of the click on %s goes on ringing', async (name, address, rings) => {
  const page = await board(at.asha, address)
  const ringing = (person: string, does: boolean) =>
    card(page, person).and(page.locator(does ? '[data-ringing]' : ':not([data-ringing])'))
  await raise('Ravi')
  await page.locator(rings).waitFor()
  if (address === '/dashboard') await alertBar(page).getByRole('button', { name: 'Show' }).click()
  const button = alertBar(page).getByRole('button', { name })
  await button.evaluate((element: HTMLElement, rows) => {
    new MutationObserver((_, observer) => {
      if (document.querySelectorAll(rows).length < 2) return
      observer.disconnect()
      element.click()
    }).observe(document.body, { childList: true, subtree: true })
  }, rings)
  await raise('Sita')
  await ringing('Ravi Kumar', false).waitFor()
  await ringing('Sita Kumar', true).waitFor()
  expect(await sirens(page)).toBe(1)
  await alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await ringing('Sita Kumar', false).waitFor()
  await eventually(() => sirens(page)).toBe(0)
})

test('however many alerts a browser has silenced, one more leaves those that are open silent', async () => {
  const page = await board(at.asha)
  const dismiss = () => alertBar(page).getByRole('button', { name: 'Dismiss' }).click()
  await raise('Ravi')
  await dismiss()
  await alertBar(page).waitFor({ state: 'detached' })
  await page.evaluate((many) => {
    const notes = JSON.parse(localStorage.getItem('alertsDismissed')!) as Record<number, object>
    const old = { ...Object.values(notes)[0], at: 0 }
    for (let id = 1_000_000; id < 1_000_000 + many; id += 1) notes[id] = old
    localStorage.setItem('alertsDismissed', JSON.stringify(notes))
  }, LIMITS.snapshot_alerts)
  await raise('Sita')
  await dismiss()
  await alertBar(page).waitFor({ state: 'detached' })
  await page.reload()
  await card(page, 'Sita Kumar').waitFor()
  await arm(page)
  expect(await sirens(page)).toBe(0)
})
