import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach } from 'vitest'
import { arm, closeProfiles, fileBrowser, visit } from './browser.ts'
import { raisedAlert } from '../harness/ambulances.ts'
import { actingAs, createPerson, type Person } from '../harness/people.ts'
import { createWorld, type World } from '../harness/world.ts'

/** For each test of the file: a world without a worker, so that consoles act by themselves, and two people of the call centre. */
export async function freshConsoles() {
  const browser = await fileBrowser()
  const at = {} as { world: World; asha: Person; vikram: Person }
  beforeEach(async () => {
    at.world = await createWorld({ web: true, worker: false })
    at.asha = await createPerson(at.world, 'staff', 'Asha')
    at.vikram = await createPerson(at.world, 'staff', 'Vikram')
  })
  afterEach(async () => {
    await closeProfiles(browser)
    await at.world.stop()
  })

  /** An alert at the scene, which nobody has unless an owner is named. */
  async function raise(first_name = 'Ravi', owner?: Person): Promise<number> {
    const { id } = await raisedAlert(at.world, { first_name })
    if (owner) await claim(id, owner)
    return id
  }
  const claim = (id: number, owner: Person) =>
    claimAlert({ ctx: actingAs(at.world, owner), input: { id, take_over: false } })
  const open = (as: Person, address = '/qr-alerts', look: { phone?: boolean } = {}): Promise<Page> =>
    visit(browser, at.world, address, { as, ...look })
  /** A console with sound. */
  async function board(...where: Parameters<typeof open>): Promise<Page> {
    const page = await open(...where)
    await arm(page)
    return page
  }
  /** A console knows the deadlines of its alerts; here it learns them again. */
  async function later(page: Page, seconds: number): Promise<void> {
    await at.world.advanceTime(seconds * 1_000)
    await page.reload()
    await arm(page)
  }

  return Object.assign(at, { raise, claim, open, board, later })
}

/** The card of an alert on a board. */
export const card = (page: Page, name: string) => page.getByRole('article', { name })

/** The bar of new alerts, or of those that need their owner. */
export const alertBar = (page: Page, name = 'New Emergency Alert') => page.getByRole('dialog', { name })
