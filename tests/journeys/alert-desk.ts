import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, fileBrowser, visit } from './browser.ts'

/** For the tests of a file: a world, and Asha of the call centre. After each test its consoles, alerts, ambulances and messages are gone. */
export async function alertDesk() {
  const world = await fileWorld({ web: true })
  const browser = await fileBrowser()
  const asha = await createPerson(world, 'staff', 'Asha')
  afterEach(async () => {
    await closeProfiles(browser)
    await world.empty('alerts', 'ambulances', 'dev_messages')
  })
  /** The page of an alert, as Asha sees it. */
  const open = (id: number) => visit(browser, world, `/qr-alerts/${id}`, { as: asha })
  return { world, browser, asha, open }
}

/** Presses Send in the list of ambulances, and confirms. */
export async function send(page: Page, vehicle_number: string): Promise<void> {
  const button = { name: `Send ${vehicle_number}` }
  await ambulances(page).getByRole('button', button).click()
  await page.getByRole('dialog').getByRole('button', button).click()
}

export const sheet = (page: Page) => page.getByRole('region', { name: 'Alert', exact: true })
export const ambulances = (page: Page) => page.getByRole('region', { name: 'Ambulance' })
export const sendButtons = (page: Page) => ambulances(page).getByRole('button', { name: /^Send KA/ })
