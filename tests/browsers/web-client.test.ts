import fs from 'node:fs'
import path from 'node:path'
import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeSentTo } from '../journeys/browser.ts'
import { createPerson, createSticker, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'
import { enginesOfRun } from './engines.ts'
import { type Engine, Tab } from './tab.ts'

/** Where the pictures go; not kept by git. */
const PICTURES = path.join(import.meta.dirname, '../../.tmp/browsers')

let world: World
beforeAll(async () => {
  fs.mkdirSync(PICTURES, { recursive: true })
  world = await createWorld({ web: true })
})
afterAll(() => world?.stop())

const BROKEN = 'Unexpected Application Error'

/** A narrow window has the form in steps. */
async function nextStep(tab: Tab): Promise<void> {
  if (await tab.isSeen('button', 'Next')) await tab.press('button', 'Next')
}

/** Registers a new sticker and logs in with the next code. */
async function register(tab: Tab): Promise<void> {
  const sticker = await createSticker(world)
  const phone = newPhone()
  await tab.goto(`${world.url}/register`)
  await tab.fillLabelled('Serial Number', sticker.serial_number)
  await tab.fillLabelled('First Name', 'Meera')
  await tab.fillLabelled('Last Name', 'Iyer')
  await tab.fillLabelled('Mobile Number', phone)
  await tab.fillLabelled('Address', '12 MG Road')
  await tab.fillLabelled('PIN Code', '560001')
  // What it suggests moves everything below.
  await tab.sees('Bengaluru Urban, Karnataka')
  await tab.evaluate(`(function () {
    var select = document.querySelector('select')
    select.value = 'Karnataka'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)
  await nextStep(tab)
  await tab.fillLabelled('Spouse mobile', '9000000042')
  await nextStep(tab)
  await tab.press('button', 'Subscribe')
  await tab.press('dialog button', 'Accept')
  const code = await until('the code arrives', () => codeSentTo(world, phone))
  await tab.fill('dialog input[autocomplete="one-time-code"]', code)
  await tab.press('dialog button', 'Confirm OTP')
  await tab.at('/userlogin')
  await world.advanceTime(60_000)
  await tab.fillLabelled('Phone Number', phone)
  await tab.press('button', 'Send OTP')
  const next = await until('the next code arrives', async () => {
    const newest = await codeSentTo(world, phone)
    return newest === code ? '' : newest
  })
  await tab.fill('input[autocomplete="one-time-code"]', next)
  await tab.press('button', 'Verify OTP')
  await tab.at('/user_dashboard')
}

async function logIn(tab: Tab, role: 'staff' | 'admin'): Promise<void> {
  const person = await createPerson(world, role)
  const password_hash = await hashPassword('right-password')
  await world.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute()
  await tab.goto(`${world.url}/login`)
  await tab.fillLabelled('Email or Username', person.phone_number)
  await tab.fill('input[type="password"]', 'right-password')
  await tab.press('button', 'Sign In')
  await tab.at(role === 'staff' ? '/qr-alerts' : '/dashboard')
}

describe.each(enginesOfRun())('$name', ({ name, web_client, launch }) => {
  let engine: Engine
  let tab: Tab
  // One for each test: a browser that died is not there for the second try.
  beforeEach(async () => {
    engine = await launch()
    tab = new Tab(engine)
  })
  afterEach(() => engine?.close())
  const picture = async (what: string) =>
    fs.writeFileSync(path.join(PICTURES, `${name} ${what}.png`), await engine.screenshot())

  if (web_client === 'words') {
    test.each(['/', '/register', '/userlogin', '/login'])(
      '%s runs, or says 112 in words: it is never empty',
      async (route) => {
        await tab.goto(world.url + route)
        await tab.until('112 can be pressed', `!!document.querySelector('#root a[href="tel:112"]')`)
        await tab.until('it can be seen', `document.querySelector('#root a[href="tel:112"]').offsetHeight > 0`)
        await picture(`page ${route.slice(1)}`)
      },
    )
    return
  }

  test('a person registers with a code from the phone and logs in with the next one', async () => {
    await register(tab)
    await picture('registered')
    if (web_client === 'office') await tab.sees('Welcome, Meera')
    else expect(await tab.isSeen('a[href="tel:112"]')).toBe(true)
  })

  test('a person of the office logs in with a password', async () => {
    await logIn(tab, 'staff')
    await picture('logged in')
  })

  if (web_client !== 'office') return

  test('the board shows an alert live, and it is claimed there', async () => {
    await logIn(tab, 'staff')
    await tab.goto(`${world.url}/qr-alerts`)
    await tab.sees('QR Alerts')
    const { sticker } = await createSubscriber(world, { first_name: 'Lakshmi' })
    await press(world.url, sticker.token, { latitude: 19.07598, longitude: 72.87766, accuracy: 18 })
    await tab.sees('Lakshmi Kumar')
    await picture('board')
    await tab.press('article button', 'Claim')
    await tab.sees('You claimed it at')
  })

  test('pages that reckon with days open', async () => {
    await logIn(tab, 'admin')
    const routes = ['/subscriber-form', '/response-figures', '/creator-management', '/super-distributors/add', '/audit']
    for (const route of routes) {
      await tab.goto(world.url + route)
      await tab.until(
        `${route} is there`,
        `!!document.querySelector('h1') && document.body.innerText.indexOf('Loading') < 0`,
      )
      expect(await tab.evaluate<string>(`document.body.innerText`)).not.toContain(BROKEN)
    }
    await tab.goto(`${world.url}/creator-management`)
    await tab.press('button', 'Add')
    await tab.until('the dialog is there', `!!document.querySelector('.ant-picker input')`)
    expect(await tab.evaluate<string>(`document.querySelector('.ant-picker input').value`)).toMatch(
      /^\d\d\/\d\d\/\d{4}$/,
    )
  })
})
