import { expect, test } from 'vitest'
import { createAmbulance, raisedAlert } from '../harness/ambulances.ts'
import { card } from '../journeys/fresh-consoles.ts'
import { mapWorld } from '../journeys/map-world.ts'
import { createPerson } from '../harness/people.ts'
import { eventually, visit } from '../journeys/browser.ts'
import { mapOf } from '../journeys/map-points.ts'

const { world, browser, admin, garage, raise, openAmbulances } = await mapWorld()

test('the map shows open alerts and ambulances on duty without tiles of others', async () => {
  const base = { latitude: 12.98, longitude: 77.61 }
  await createAmbulance(world, { vehicle_number: 'KA01AB0001', base })
  await createAmbulance(world, { vehicle_number: 'KA01AB0002', base, status: 'OFF' })
  const located = await raise('Nila', 12.9716, 77.5946)
  await raisedAlert(world, { first_name: 'Omar', nowhere: true })
  const page = await visit(browser, world, '/qr-alerts', { as: await createPerson(world, 'staff') })
  await page.getByText('Map', { exact: true }).click()
  await mapOf(page, /^Map of open alerts and ambulances: 2 points$/)
  const list = page.getByRole('list', { name: 'Map of open alerts and ambulances, as a list' })
  await list.getByText(/^Nila Kumar: \d+:\d\d old\. Unclaimed\./).waitFor()
  await list.getByText('KA01AB0001: Available. At its base').waitFor()
  await page.getByRole('region', { name: 'Map' }).getByRole('link', { name: 'Omar Kumar' }).waitFor()
  await raise('Pari', 12.9, 77.5946)
  const map = await mapOf(page, /: 3 points$/)
  await card(page, 'Nila Kumar').getByRole('button', { name: 'Claim' }).click()
  await list.getByText(/^Nila Kumar: \d+:\d\d old\. Claimed by Asha Rao\./).waitFor()
  await map.getByRole('button', { name: /^Nila Kumar: / }).click()
  await page.getByRole('region', { name: 'Map' }).getByRole('link', { name: 'Open' }).click()
  await eventually(() => new URL(page.url()).pathname).toBe(`/qr-alerts/${located.id}`)
})

test('points that would overlap are one with their number, and a click spreads them', async () => {
  await garage([12.97, 77.59], [12.9702, 77.5903], [13.1, 77.7])
  const page = await openAmbulances()
  const map = await mapOf(page, /^Map of ambulances: 3 points$/)
  const together = map.getByRole('button', { name: /^2 close together/ })
  expect(await together.textContent()).toBe('2')
  await together.click()
  await map.getByRole('button', { name: /^KA01AB1000: Available/ }).waitFor()
  await map.getByRole('button', { name: /^KA01AB1001: Available/ }).waitFor()
  await page.getByRole('button', { name: '1 more outside this view: show all' }).click()
  await map.getByRole('button', { name: /^KA01AB1002/ }).waitFor()
})

test('points at one and the same place are named one by one when their number is pressed', async () => {
  await garage([12.97, 77.59], [12.97, 77.59])
  const page = await openAmbulances()
  const map = await mapOf(page, /^Map of ambulances: 2 points$/)
  await map.getByRole('button', { name: /^2 close together/ }).click()
  await page.getByRole('status').getByText('KA01AB1000').waitFor()
  await page.getByRole('status').getByText('KA01AB1001').waitFor()
})

test('however many points there are, no label covers another label or another point', async () => {
  await garage(...Array.from({ length: 200 }, (_each, at) => spread(at, 1.2)))
  const subscribers = await Promise.all(
    Array.from({ length: 40 }, (_each, at) => raise(`Nila${at}`, ...spread(at, 0.6))),
  )
  expect(subscribers.every(({ http }) => http === 201)).toBe(true)
  const page = await visit(browser, world, '/qr-alerts?view=map', { as: admin })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 240 points$/)
  let labels = 0
  for (const _level of [1, 2, 3, 4]) {
    const boxes = await map.evaluate((element) => {
      const box = (node: Element) => {
        const { left, right, top, bottom } = node.getBoundingClientRect()
        return { left, right, top, bottom, whose: node.closest('button')!.getAttribute('aria-label')! }
      }
      const buttons = [...element.querySelectorAll('button')]
      return {
        labels: buttons
          .flatMap((button) => [...button.querySelectorAll('span')])
          .filter((span) => /\D/.test(span.textContent))
          .map(box),
        marks: buttons.map((button) => box(button.querySelector('svg, span')!)),
      }
    })
    labels += boxes.labels.length
    for (const label of boxes.labels) {
      const covered = [...boxes.labels, ...boxes.marks].filter(
        (other) =>
          other.whose !== label.whose &&
          other.left < label.right &&
          other.right > label.left &&
          other.top < label.bottom &&
          other.bottom > label.top,
      )
      expect(covered.map(({ whose }) => `${label.whose} covers ${whose}`)).toEqual([])
    }
    await page.getByRole('button', { name: 'Zoom in' }).click()
  }
  expect(labels).toBeGreaterThan(10)
})

/** Places around Bengaluru, the same each time. */
function spread(at: number, degrees: number): [latitude: number, longitude: number] {
  const part = (factor: number) => ((at * factor) % 1) - 0.5
  return [12.97 + part(0.618034) * degrees, 77.59 + part(0.414214) * degrees]
}

test('one far alert does not zoom the map out but is counted, and a click shows all', async () => {
  for (const at of [1, 2, 3, 4, 5]) await raise(`Near${at}`, ...spread(at, 0.2))
  await raise('Far', 28.61, 77.21)
  const page = await visit(browser, world, '/qr-alerts?view=map', { as: admin })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 6 points$/)
  await map.getByRole('button', { name: /^Near1 Kumar: / }).waitFor()
  expect(await map.getByRole('button', { name: /^Far/ }).count()).toBe(0)
  await page.getByRole('button', { name: '1 more outside this view: show all' }).click()
  await map.getByRole('button', { name: /^Far Kumar: / }).waitFor()
  expect(await page.getByRole('button', { name: /outside this view/ }).count()).toBe(0)
})

test('the first view is where the alerts are, however many ambulances are elsewhere', async () => {
  await raise('Near', 12.97, 77.59)
  for (let n = 0; n < 12; n += 1) await createAmbulance(world, { base: { latitude: 28.6 + n / 50, longitude: 77.2 } })
  const page = await visit(browser, world, '/qr-alerts?view=map', { as: admin })
  const map = await mapOf(page, /^Map of open alerts and ambulances: 13 points$/)
  await map.getByRole('button', { name: /^Near Kumar: / }).waitFor()
  await page.getByRole('button', { name: '12 more outside this view: show all' }).waitFor()
})
