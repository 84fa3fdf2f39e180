import fs from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'
import { closeProfiles, complaints, eventually, failing, visit, fileBrowser } from './browser.ts'
import { choose } from './fields.ts'

const world = await fileWorld({ web: true })
const browser = await fileBrowser()
const admin = await createPerson(world, 'admin', 'Meera')

beforeEach(() => world.pool.query('delete from dispatches; delete from ambulances; delete from hospitals'))
afterEach(() => closeProfiles(browser))

const HEAD = 'vehicle_number,type,operator,driver_name,driver_phone,driver_language,base_latitude,base_longitude'
const csv = (...lines: string[]) => ({ name: 'fleet.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

test('an ambulance is added with errors shown, edited, switched off and retired', async () => {
  const page = await visit(browser, world, '/ambulances', { as: admin })
  await page.getByText('No ambulances found.').waitFor()
  await page.getByRole('button', { name: 'Add Ambulance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Ambulance' })
  const add = dialog.getByRole('button', { name: 'Add Ambulance' })
  await dialog.getByLabel('Vehicle number').fill('KA1')
  await dialog.getByLabel('Base latitude').fill('north')
  await add.click()
  await dialog.getByText('Enter an Indian vehicle number such as KA01AB1234 or 22BH1234AA.').waitFor()
  await dialog.getByText('The latitude must be a number from 6 to 38: a place in India.').waitFor()
  await dialog.getByText('Please check the marked fields.').waitFor()
  await dialog.getByLabel('Vehicle number').fill('ka 01 ab 1234')
  await choose(dialog, 'Type', 'Advanced life support')
  await dialog.getByLabel('Operator').fill('Namma Ambulance')
  await dialog.getByLabel('Driver *').fill('Basavaraj Patil')
  await dialog.getByLabel("Driver's phone").fill('+91 90000 00021')
  await dialog.getByLabel('Base latitude').fill('12.9719, 77.6412')
  await eventually(() => dialog.getByLabel('Base longitude').inputValue()).toBe('77.6412')
  await add.click()
  await page.getByText('Ambulance added successfully').waitFor()
  const row = page.getByRole('row', { name: /KA01AB1234/ })
  await row.getByText('Advanced life support').waitFor()
  await row.getByText('At its base').waitFor()

  await row.getByRole('button', { name: 'Edit KA01AB1234' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit KA01AB1234' })
  await edit.getByLabel('Driver *').fill('Shivakumar N')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved').waitFor()
  await row.getByText('Shivakumar N').waitFor()

  await row.getByText('Off', { exact: true }).click()
  await eventually(async () => (await stored())[0]?.status).toBe('OFF')
  await page.getByRole('search').getByText('Available', { exact: true }).click()
  await page.getByText('No ambulances found.').waitFor()
  await page.getByText('Nothing matches this search or filter.').waitFor()
  await page.getByRole('search').getByText('Off', { exact: true }).click()
  await row.getByRole('button', { name: 'Retire KA01AB1234' }).click()
  const ask = page.getByRole('dialog', { name: 'Retire KA01AB1234' })
  await ask.getByText('Add its number again to bring it back.').waitFor()
  await ask.getByRole('button', { name: 'Retire' }).click()
  await page.getByText('Ambulance retired successfully').waitFor()
  await page.getByText('No ambulances found.').waitFor()
  expect((complaints.get(page) ?? []).filter((line) => !/AudioContext|400/.test(line))).toEqual([])
})

const stored = () => world.db.selectFrom('ambulances').selectAll().orderBy('id').execute()

test('staff switch ambulances on and off duty and cannot change anything else', async () => {
  await createAmbulance(world, { vehicle_number: 'KA01AB1234' })
  const page = await visit(browser, world, '/qr-alerts?view=map', { as: await createPerson(world, 'staff') })
  await page.getByRole('link', { name: 'All ambulances: who is on duty' }).click()
  const row = page.getByRole('row', { name: /KA01AB1234/ })
  await row.getByText('Off', { exact: true }).click()
  await eventually(async () => (await stored())[0]?.status).toBe('OFF')
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Add|Import|Edit|Retire/ })
      .count(),
  ).toBe(0)
})

test('an ambulance on its way shows its alert instead of the switch, and cannot be retired', async () => {
  const { id: ambulance_id } = await createAmbulance(world, { vehicle_number: 'KA01AB1234' })
  const { id: alert_id } = await raisedAlert(world, { nowhere: true })
  await world.db.insertInto('dispatches').values({ alert_id, ambulance_id }).execute()
  const page = await visit(browser, world, '/ambulances', { as: admin })
  const row = page.getByRole('row', { name: /KA01AB1234/ })
  await row.getByRole('link', { name: `Alert ${alert_id}` }).waitFor()
  expect(await row.getByRole('radio').count()).toBe(0)
  expect(await row.getByRole('button', { name: 'Retire KA01AB1234' }).isDisabled()).toBe(true)
})

test('a file with a wrong row is reported row by row and imported only when corrected', async () => {
  const page = await visit(browser, world, '/ambulances', { as: admin })
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import ambulances' })
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the template' }).click()
  const template = await saved
  expect(template.suggestedFilename()).toBe('ambulances.csv')
  expect(fs.readFileSync(await template.path(), 'utf8')).toBe(`${HEAD}\r\n`)
  const send = dialog.getByRole('button', { name: 'Import' })
  await send.click()
  await dialog.getByText('Choose a CSV file.').waitFor()
  const good = 'KA01AB0001,BASIC,Namma,P,9000000021,hi,12.97,77.59'
  const file = dialog.getByLabel(/^CSV file/)
  await file.setInputFiles(csv('vehicle_number,colour', 'x,y'))
  await send.click()
  await dialog.getByText('The header has unknown or repeated columns: colour.').waitFor()
  await file.setInputFiles(csv(HEAD, good, 'KA01AB0002,PLANE,Namma,P,123,hi,12.97,77.59'))
  await send.click()
  await dialog.getByText('1 row is wrong. Nothing was imported.').waitFor()
  const wrong = dialog.getByRole('table', { name: 'Wrong rows' })
  expect(await wrong.getByRole('row').allTextContents()).toEqual([
    'LineColumnWhat is wrong',
    '3typeThe type must be BASIC, ADVANCED or TRANSPORT.',
    '3driver_phonePhone number must be exactly 10 digits.',
  ])
  expect(await stored()).toEqual([])
  await file.setInputFiles(csv(HEAD, good, 'KA01AB0002,ADVANCED,Namma,P,9000000022,,12.97,77.59'))
  await wrong.waitFor({ state: 'detached' })
  await send.click()
  await page.getByText('Imported: 2 added, 0 updated').waitFor()
  await page.getByRole('row', { name: /KA01AB0002/ }).waitFor()
})

test('a map and a list that cannot be loaded say so and load on Try again', async () => {
  const page = await visit(browser, world, '/nowhere', { as: admin })
  for (const [path, text] of [
    ['/ambulances?view=map', 'Failed to load the map. Please try again.'],
    ['/hospitals', 'Failed to fetch hospitals. Please try again.'],
  ] as const) {
    const mend = await failing(page, '**/trpc/*registry.**')
    await page.goto(`${world.url}${path}`)
    await page.getByRole('main').getByText(text).waitFor()
    await mend(page.getByRole('button', { name: 'Try again' }).click())
    await page.getByText(/^No (ambulances|hospitals) found\.$/).waitFor()
    await page.unroute('**/trpc/*registry.**')
  }
})

test('a hospital is added, edited and retired, on a phone too', async () => {
  const page = await visit(browser, world, '/hospitals', { as: admin, phone: true })
  await page.getByText('No hospitals found.').waitFor()
  await page.getByRole('button', { name: 'Add Hospital' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Hospital' })
  await dialog.getByLabel('Name').fill('Victoria Hospital')
  await dialog.getByLabel('Phone').fill('080 2670 1150')
  await dialog.getByLabel('Address').fill('Fort Road, Bengaluru')
  await dialog.getByLabel('Longitude').fill('12.9634, 77.5744')
  await dialog.getByRole('button', { name: 'Add Hospital' }).click()
  await page.getByText('Hospital added successfully').waitFor()
  const row = page.getByRole('row', { name: /Victoria Hospital/ })
  await row.getByText('Any hour').waitFor()
  await row.getByRole('button', { name: 'Edit Victoria Hospital' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Victoria Hospital' })
  await edit.getByLabel('Takes emergencies at any hour').click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await row.getByText('By arrangement').waitFor()
  await row.getByRole('button', { name: 'Retire Victoria Hospital' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await page.getByText('Hospital retired successfully').waitFor()
  await page.getByText('No hospitals found.').waitFor()
})
