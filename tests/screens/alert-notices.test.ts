import { notifyRelatives } from '@tvarit/shared/domain/call-centre/notify-relatives'
import { expect, test } from 'vitest'
import { alterAlerts } from '../harness/alert-calls.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { alertBar, card, freshConsoles } from '../journeys/fresh-consoles.ts'
import { arm, eventually, sirens, takeClockOfConsole } from '../journeys/browser.ts'
import { problemsInEveryLook } from '../journeys/viewports.ts'

const at = await freshConsoles()
const { raise, open, board, later } = at

test('an owner idle for a minute is rung alone until a note, then everybody is rung', async () => {
  const [holder, colleague] = [await board(at.asha), await board(at.vikram)]
  const id = await raise('Ravi', at.asha)
  await card(holder, 'Ravi Kumar').getByText('You claimed it at').waitFor()
  expect(await sirens(holder)).toBe(0)
  await at.world.advanceTime(61_000)
  for (const page of [holder, colleague]) {
    await page.reload()
    await arm(page)
  }
  await eventually(() => sirens(holder)).toBe(1)
  await alertBar(holder, 'Your alert needs you').waitFor()
  await card(colleague, 'Ravi Kumar').getByText('Asha Rao claimed it at').waitFor()
  expect(await sirens(colleague)).toBe(0)
  expect(await alertBar(colleague, 'Your alert needs you').count()).toBe(0)
  // Opening it silences this console.
  await holder.goto(`${at.world.url}/qr-alerts/${id}`)
  await arm(holder)
  await holder.getByRole('textbox', { name: 'Add a note' }).waitFor()
  await eventually(() => sirens(holder)).toBe(0)
  await holder.getByRole('textbox', { name: 'Add a note' }).fill('Speaking to her.')
  await holder.getByRole('textbox', { name: 'Add a note' }).press('Control+Enter')
  await holder.getByText('Asha Rao: Speaking to her.').waitFor()
  await at.world.advanceTime(61_000)
  await holder.goto(`${at.world.url}/qr-alerts`)
  await arm(holder)
  await eventually(() => sirens(holder)).toBe(1)
  await alertBar(holder, 'Your alert needs you').getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => sirens(holder)).toBe(0)
  // The stage of everybody comes all the same.
  await at.world.advanceTime(66_000)
  for (const page of [holder, colleague]) {
    await page.reload()
    await arm(page)
    await eventually(() => sirens(page)).toBe(1)
  }
})

test('who reads the page of an own alert is rung on it and can silence it there', async () => {
  const id = await raise('Ravi', at.asha)
  const page = await board(at.asha, `/qr-alerts/${id}`)
  await takeClockOfConsole(page)
  await page.getByText('You claimed it at').waitFor()
  await page.clock.fastForward(61_000)
  await alertBar(page, 'Your alert needs you')
    .getByText(/^No ambulance sent/)
    .waitFor()
  await eventually(() => sirens(page)).toBe(1)
  await alertBar(page, 'Your alert needs you').getByRole('button', { name: 'Dismiss' }).click()
  await eventually(() => sirens(page)).toBe(0)
})

test('on the board a new alert marks its card, and the bar counts those that a search leaves out', async () => {
  const page = await board(at.asha)
  await raise('Ravi')
  await card(page, 'Ravi Kumar').and(page.locator('[data-ringing]')).waitFor()
  expect(await alertBar(page).getByRole('listitem').count()).toBe(0)
  await page.getByRole('searchbox').fill('Sita')
  await alertBar(page).getByText('1 alert, 1 not on this page of the board').waitFor()
  await alertBar(page).getByRole('button', { name: 'View Alert Details' }).click()
  await card(page, 'Ravi Kumar').waitFor()
  await eventually(() => sirens(page)).toBe(0)
})

test('an alert to verify by phone is silent until claimed, then its deadlines ring', async () => {
  const id = await raise('Ravi')
  // Also with a mark that outlives the claim, as an older server leaves it.
  const mark = () => alterAlerts(at.world, { verify_by_phone: true }, id)
  await mark()
  const page = await board(at.asha)
  await card(page, 'Ravi Kumar').getByText('Verify by phone', { exact: true }).waitFor()
  expect([await sirens(page), await alertBar(page).count()]).toEqual([0, 0])
  await card(page, 'Ravi Kumar').getByRole('button', { name: 'Claim' }).click()
  await card(page, 'Ravi Kumar').getByText('You claimed it at').waitFor()
  await eventually(() => sirens(page)).toBe(0)
  await mark()
  await later(page, 61)
  await eventually(() => sirens(page)).toBe(1)
  await alertBar(page, 'Your alert needs you').waitFor()
  await page.getByRole('link', { name: 'View alert of Ravi Kumar' }).click()
  await page.getByRole('button', { name: 'Put back' }).click()
  await page.getByText('No operator yet').waitFor()
  await mark()
  const colleague = await board(at.vikram)
  await card(colleague, 'Ravi Kumar')
    .getByText(/^Not claimed/)
    .waitFor()
  await eventually(() => sirens(colleague)).toBe(1)
})

test('the app badge clears when the board is seen or no alert waits', async () => {
  await raise('Ravi')
  const page = await open(at.asha, '/dashboard')
  await page.addInitScript(() => {
    Object.assign(window, { cleared: 0 })
    navigator.clearAppBadge = () => {
      ;(window as unknown as { cleared: number }).cleared += 1
      return Promise.resolve()
    }
  })
  const cleared = () => page.evaluate(() => (window as unknown as { cleared: number }).cleared > 0)
  await page.reload()
  await alertBar(page).getByText('Ravi Kumar').waitFor()
  await page.evaluate(() => Object.assign(window, { cleared: 0 }))
  await alertBar(page).getByRole('button', { name: 'Claim' }).click()
  await eventually(cleared).toBe(true)
  await raise('Sita')
  await alertBar(page).getByText('Sita Kumar').waitFor()
  await page.evaluate(() => Object.assign(window, { cleared: 0 }))
  await page.getByRole('link', { name: 'QR Alerts' }).first().click()
  await eventually(cleared).toBe(true)
})

test('a hidden tab without sound shows a new alert as a notification of the desktop', async () => {
  const page = await open(at.asha)
  const shown: string[] = []
  await page.exposeFunction('tell', (title: string) => void shown.push(title))
  await page.addInitScript(() => {
    class Notification extends EventTarget {
      static permission = 'granted'
      constructor(title: string) {
        super()
        const { tell } = window as unknown as { tell(title: string): void }
        tell(title)
      }
    }
    Object.assign(window, { Notification })
    Object.defineProperty(AudioContext.prototype, 'state', { value: 'suspended' })
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  })
  // The socket of the page before must not be taken for that of this one.
  await page.goto('about:blank')
  const live = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"snapshot"')))
  await page.goto(`${at.world.url}/qr-alerts`)
  await live
  await raise()
  await eventually(() => shown).toEqual(['New Emergency Alert'])
})

test('card and page say why relatives are not yet notified, until a claim ends the wait', async () => {
  const { sticker } = await createSubscriber(at.world, { first_name: 'Ravi' })
  const { id } = await press(at.world.url, sticker.token, {}, { 'sec-fetch-site': 'cross-site' })
  const page = await board(at.asha)
  await card(page, 'Ravi Kumar').waitFor()
  await notifyRelatives({ ctx: at.world.ctx(), input: { alert_id: id } })
  const words = 'Relatives wait for a claim: pressed from another website'
  await card(page, 'Ravi Kumar').getByText(words, { exact: true }).waitFor()
  await eventually(() => sirens(page)).toBe(1)
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.goto(`${at.world.url}/qr-alerts/${id}`)
  await page.getByRole('banner').or(page.locator('header')).getByText(words, { exact: true }).waitFor()
  await page.getByText(`${words}.`).waitFor()
  expect(await problemsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: 'Claim' }).click()
  await page.getByText(words, { exact: true }).waitFor({ state: 'detached' })
})
