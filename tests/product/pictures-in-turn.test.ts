import sharp from 'sharp'
import { expect, test } from 'vitest'
import { newAddress } from '../harness/api.ts'
import { createSubscriber } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

const blank = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
const costly = await blank(1_990).png({ palette: true, colours: 2, progressive: true }).toBuffer()

async function statusUrl(): Promise<string> {
  const { sticker } = await createSubscriber(world)
  return (await press(world.url, sticker.token)).status_url
}

async function sendPhoto(status_url: string, ip: string, picture: Buffer): Promise<number> {
  const body = new FormData()
  body.append('photo', new Blob([new Uint8Array(picture)]), 'p.png')
  const headers = { 'x-forwarded-for': ip, accept: 'application/json' }
  return (await fetch(`${world.url}${status_url}/photo`, { method: 'POST', body, headers })).status
}

test('a network that sends picture after picture does not delay a photo of another', async () => {
  const [flooded, other] = [await statusUrl(), await statusUrl()]
  const ip = newAddress()
  const statuses: number[] = []
  const flood = Array.from({ length: 60 }, () =>
    sendPhoto(flooded, ip, costly).then((status) => void statuses.push(status)),
  )
  await until('the first is drawn', () => statuses.length > 0)
  expect(await sendPhoto(other, newAddress(), costly)).toBe(201)
  expect(statuses.length).toBeLessThan(45)
  await Promise.all(flood)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(new Set(statuses)).toEqual(new Set([201, 429]))
})

test('an alert that has enough of a network draws no picture more of it', async () => {
  const status_url = await statusUrl()
  const ip = newAddress()
  for (let n = 0; n < 10; n++) expect(await sendPhoto(status_url, ip, costly)).toBe(201)
  // What would be rejected as unreadable, were it drawn.
  const broken = Buffer.from(costly)
  broken.fill(0, Math.floor(costly.length / 2))
  expect(await sendPhoto(status_url, ip, broken)).toBe(429)
  expect(await sendPhoto(status_url, newAddress(), broken)).toBe(400)
})
