import fs from 'node:fs'
import path from 'node:path'
import { newLinkToken } from '@tvarit/shared/domain/records/links'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assign, createAmbulance, raisedAlert, relativesToken, sentAmbulance } from '../harness/ambulances.ts'
import { handedOver } from '../harness/handovers.ts'
import { createPerson, createSubscriber, newPhone, type Person } from '../harness/people.ts'
import { until } from '../harness/until.ts'
import { createWorld, type World } from '../harness/world.ts'
import { enginesOfRun } from './engines.ts'
import { startSpoiler } from './spoiler.ts'
import { type Engine, Tab } from './tab.ts'

/** Where the pictures go; not kept by git. */
const PICTURES = path.join(import.meta.dirname, '../../.tmp/browsers')

let world: World
let asha: Person
let spoiled: Awaited<ReturnType<typeof startSpoiler>>
beforeAll(async () => {
  fs.mkdirSync(PICTURES, { recursive: true })
  world = await createWorld({ web: true })
  asha = await createPerson(world, 'staff', 'Asha')
  spoiled = await startSpoiler(world.url)
})
const stateOf = async (alert_id: number) =>
  (await world.db.selectFrom('dispatches').select('state').where('alert_id', '=', alert_id).executeTakeFirst())?.state

afterAll(async () => {
  spoiled?.close()
  await world?.stop()
})

const alertsOf = (coupon_id: number) =>
  world.db.selectFrom('alerts').selectAll().where('coupon_id', '=', coupon_id).execute()

describe.each(enginesOfRun())('$name', ({ name, launch }) => {
  let engine: Engine
  let tab: Tab
  beforeAll(async () => {
    engine = await launch()
    tab = new Tab(engine)
  })
  afterAll(() => engine?.close())
  const picture = async (what: string) =>
    fs.writeFileSync(path.join(PICTURES, `${name} ${what}.png`), await engine.screenshot())

  test('the press raises the alert once, the status page keeps itself true and takes the details', async () => {
    const { sticker } = await createSubscriber(world)
    await tab.goto(`${world.url}/s/${sticker.token}?lang=en`)
    await picture('scan')
    await tab.press('#press')
    await tab.at('/a/')
    await tab.sees('Nobody at our call centre is listening right now.')
    expect(await alertsOf(sticker.id)).toMatchObject([{ status: 'PENDING', report_count: 1 }])
    await picture('after the press')
    expect(await tab.isSeen('a[href="tel:112"]', '112')).toBe(true)

    await tab.fill('#landmark', 'Opposite SBI')
    await tab.fill('#phone', '98765 43210')
    await tab.press('#form button', 'Send')
    await tab.sees('Sent. Thank you.')
    const [alert] = await alertsOf(sticker.id)
    expect(alert).toMatchObject({ landmark: 'Opposite SBI', first_respondent_phone: '9876543210' })

    await tab.press('.aid summary', 'Bleeding a lot')
    expect(await tab.isSeen('.aid li', 'Press hard on the wound with a cloth and both hands.')).toBe(true)
    await picture('first aid')

    const ambulance = await createAmbulance(world)
    await assign(world, asha, alert!.id, { ambulance_id: ambulance.id })
    await tab.sees('Ambulance')
    await tab.until('its number plate is seen', `!!document.getElementById('plate-number').textContent`)
  })

  test('the languages are all on the screen and lead to their pages', async () => {
    const { sticker } = await createSubscriber(world)
    await tab.goto(`${world.url}/s/${sticker.token}?lang=en`)
    await tab.press('summary')
    const outside = await tab.evaluate<string>(`(function () {
      var links = document.querySelectorAll('details a'), out = []
      for (var i = 0; i < links.length; i++) {
        var box = links[i].getBoundingClientRect()
        if (box.left < 0 || box.right > innerWidth || !box.width) out.push(links[i].lang)
      }
      return out.join()
    })()`)
    await picture('languages')
    expect(outside).toBe('')
    await tab.press('details a[lang="hi"]')
    await tab.until('the page is in Hindi', `document.documentElement.lang === 'hi'`)
  })

  test('the driver’s steps arrive where submit events name no button and buttons get no focus', async () => {
    const { token, alert } = await sentAmbulance(world, asha)
    await tab.goto(`${world.url}/d/${token}?lang=en`)
    // Safari does not focus a button that is tapped; before 15.4 the event did not name it either.
    await tab.evaluate(`(document.addEventListener('mousedown', function (e) { e.preventDefault() }, true), 1)`)
    await tab.press('#form button', 'I am coming')
    await until('the driver has accepted', async () => (await stateOf(alert.id)) === 'ACCEPTED')
    // A second tap within a second would be no step.
    await tab.until('the next step can be pressed', `!document.querySelector('#form button[value=EN_ROUTE]').disabled`)
    await tab.press('#form button', 'I am on the way')
    await until('the driver is on the way', async () => (await stateOf(alert.id)) === 'EN_ROUTE')
    await tab.sees('On the way')
    await picture('driver')
  })

  test('the relatives see what happens on its own', async () => {
    const alert = await raisedAlert(world)
    await tab.goto(`${world.url}/t/${await relativesToken(world, alert.id)}?lang=en`)
    const ambulance = await createAmbulance(world)
    await assign(world, asha, alert.id, { ambulance_id: ambulance.id })
    await tab.sees('Imran Khan')
    await picture('relatives')
    await until('opening the link has confirmed', () =>
      world.db
        .selectFrom('messages')
        .select('id')
        .where('alert_id', '=', alert.id)
        .where('state', '=', 'confirmed')
        .executeTakeFirst(),
    )
  })

  test('a contact chooses WhatsApp and Hindi', async () => {
    const phone = newPhone()
    const token = newLinkToken()
    await world.db.insertInto('contact_preferences').values({ phone, token }).execute()
    await tab.goto(`${world.url}/c/${token}?lang=en`)
    await tab.press('label', 'WhatsApp')
    await tab.press('label', 'हिन्दी')
    await tab.press('form button', 'Save')
    const chosen = () =>
      world.db.selectFrom('contact_preferences').select(['channel', 'language']).where('phone', '=', phone).execute()
    await tab.until('the page says so', `location.search.indexOf('saved=1') >= 0 && document.readyState === 'complete'`)
    expect(await chosen()).toEqual([{ channel: 'whatsapp', language: 'hi' }])
    await picture('contact')
  })

  test('the hospital opens the health data with one press', async () => {
    const { token } = await handedOver(world, asha)
    await tab.goto(`${world.url}/h/${token}?lang=en`)
    await tab.press('button', 'Open health data')
    await tab.sees('Diabetes SECRET-HEALTH')
    await picture('hospital')
  })

  test('a status page whose script cannot be parsed updates on its own, and its form is there', async () => {
    const { status_url, id } = await raisedAlert(world)
    await tab.goto(spoiled.url + new URL(status_url, world.url).pathname)
    expect(await tab.isSeen('#landmark')).toBe(true)
    const ambulance = await createAmbulance(world)
    await assign(world, asha, id, { ambulance_id: ambulance.id })
    await tab.until('its number plate is seen', `!!document.getElementById('plate-number').textContent`)
    await tab.fill('#landmark', 'Under the bridge')
    await tab.press('#form button', 'Send')
    const landmark = async () =>
      (await world.db.selectFrom('alerts').select('landmark').where('id', '=', id).executeTakeFirst())?.landmark
    await until('the details arrive', async () => (await landmark()) === 'Under the bridge')
  })

  test('a driver’s page whose script cannot be parsed shows 112 and takes the steps', async () => {
    const { token, alert } = await sentAmbulance(world, asha)
    await tab.goto(`${spoiled.url}/d/${token}?lang=en`)
    expect(await tab.evaluate('window.started')).toBeFalsy()
    expect(await tab.isSeen('a[href="tel:112"]', '112')).toBe(true)
    await tab.press('#form button', 'I am coming')
    // Firefox takes no second press of a form that is still being sent.
    await tab.sees('Accepted. Please start now.')
    // A second tap within a second would be no step.
    await world.advanceTime(1_000)
    await tab.press('#form button', 'I am on the way')
    await until('the driver is on the way', async () => (await stateOf(alert.id)) === 'EN_ROUTE')
    await tab.sees('On the way')
  })

  test('a relatives’ page whose script cannot be parsed shows 112, confirms and updates', async () => {
    const { id } = await raisedAlert(world)
    await tab.goto(`${spoiled.url}/t/${await relativesToken(world, id)}?lang=en`)
    expect(await tab.evaluate('window.started')).toBeFalsy()
    expect(await tab.isSeen('a[href="tel:112"]', '112')).toBe(true)
    await tab.press('#confirm button')
    await tab.until('it is confirmed', `!document.getElementById('confirmed').hidden`)
    const ambulance = await createAmbulance(world)
    await assign(world, asha, id, { ambulance_id: ambulance.id })
    await tab.sees('Imran Khan')
  })

  test('a hospital’s page whose script cannot be parsed shows 112 and opens the health data', async () => {
    const { token } = await handedOver(world, asha)
    await tab.goto(`${spoiled.url}/h/${token}?lang=en`)
    expect(await tab.evaluate('window.started')).toBeFalsy()
    expect(await tab.isSeen('a[href="tel:112"]', '112')).toBe(true)
    await tab.press('button', 'Open health data')
    await tab.sees('Diabetes SECRET-HEALTH')
  })
})
