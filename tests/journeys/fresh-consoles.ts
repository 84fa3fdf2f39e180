import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'
import { arm, closeProfiles, fileBrowser, visit } from './browser.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { actingAs, createPerson, type Person } from '../harness/people.ts'
import { fileWorld, type World } from '../harness/world.ts'

/**
 * For the tests of a file: a world without a worker, so that consoles act by themselves. Each test has two people of the call
 * centre and no alerts of others.
 */
export async function freshConsoles() {
  const world = await fileWorld({ web: true, worker: false })
  const browser = await fileBrowser()
  const at = { world, browser } as { world: World; browser: Browser; asha: Person; vikram: Person }
  beforeEach(async () => {
    at.asha = await createPerson(world, 'staff', 'Asha')
    at.vikram = await createPerson(world, 'staff', 'Vikram')
  })
  afterEach(async () => {
    await closeProfiles(browser)
    await world.empty('alerts', 'ambulances', 'hospitals', 'consoles', 'shift_notes', 'rate_limits')
    await world.db.updateTable('console_watch').set({ silent_since: null, told_at: null }).execute()
  })

  /** An alert at the scene, which nobody has unless an owner is named. */
  async function raise(first_name = 'Ravi', owner?: Person): Promise<number> {
    const { id } = await raisedAlert(world, { first_name })
    if (owner) await claim(id, owner)
    return id
  }
  const claim = (id: number, owner: Person) =>
    claimAlert({ ctx: actingAs(world, owner), input: { id, take_over: false } })
  const open = (as: Person, address = '/qr-alerts', look: { phone?: boolean } = {}): Promise<Page> =>
    visit(browser, world, address, { as, ...look })
  /** A console with sound. */
  async function board(...where: Parameters<typeof open>): Promise<Page> {
    const page = await open(...where)
    await arm(page)
    return page
  }
  /** A console knows the deadlines of its alerts; here it learns them again. */
  async function later(page: Page, seconds: number): Promise<void> {
    await world.advanceTime(seconds * 1_000)
    await page.reload()
    await arm(page)
  }

  return Object.assign(at, { raise, claim, open, board, later })
}

/** The card of an alert on a board. */
export const card = (page: Page, name: string) => page.getByRole('article', { name })

/** The bar of new alerts, or of those that need their owner. */
export const alertBar = (page: Page, name = 'New Emergency Alert') => page.getByRole('dialog', { name })
