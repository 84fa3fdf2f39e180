import http from 'node:http'
import path from 'node:path'
import { pinCode } from '@tvarit/shared/contracts/formats'
import { expect, test } from 'vitest'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ web: true, worker: false })

test('an unknown address is a 404 page, and every page of the client is a 200', async () => {
  for (const address of ['/no-such-page', '/favicon.ico', '/qr-alerts/1/2', '/.env', '/wp-login.php']) {
    const answer = await fetch(`${world.url}${address}`)
    expect([address, answer.status]).toEqual([address, 404])
    expect(await answer.text()).toContain('id="root"')
  }
  // Not by a plain import: these tests are checked without React.
  const table = path.join(import.meta.dirname, '../../web/src/app/routes.ts')
  const { ROUTES } = (await import(table)) as { ROUTES: { path: string }[] }
  for (const address of [...ROUTES.map((route) => route.path.replace(':id', '7')), '/login?sessionExpired=1']) {
    expect([address, (await fetch(`${world.url}${address}`)).status]).toEqual([address, 200])
  }
})

test.each(['a', 'c', 'd', 'h', 't'])(
  'an unknown link /%s/ leads to a page with 112 and nothing to press',
  async (letter) => {
    const answer = await fetch(`${world.url}/${letter}/${'A'.repeat(22)}`)
    const text = await answer.text()
    expect([answer.status, text.includes('tel:112'), /<(form|button)/.test(text)]).toEqual([404, true, false])
    // Neither a driver nor a relative has a sticker in hand.
    if ('dt'.includes(letter)) expect(/<main.*<\/main>/s.exec(text)![0]).not.toContain('sticker')
  },
)

test('robots are asked to leave the pages behind stickers and links alone', async () => {
  const answer = await fetch(`${world.url}/robots.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const text = await answer.text()
  for (const path of ['/s/', '/a/', '/d/', '/t/', '/h/', '/c/', '/api/']) expect(text).toContain(`Disallow: ${path}\n`)
})

test('the development inbox answers only to its own host name, against DNS rebinding', async () => {
  const ask = (host: string, path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(world.url)
      http
        .get({ hostname, port, path, headers: { host } }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
    })
  for (const path of ['/api/dev/messages', '/dev/messages']) {
    expect(await ask('evil.example', path)).toBe(403)
    expect(await ask(`127.0.0.1.evil.example:${new URL(world.url).port}`, path)).toBe(403)
    expect(await ask(new URL(world.url).host, path)).toBe(200)
    expect(await ask('localhost:3000', path)).toBe(200)
  }
})

test('a PIN code may be written in two groups of three', () => {
  expect(pinCode.parse(' 560 001 ')).toBe('560001')
  for (const wrong of ['56001', '5600011', '56000a', '']) expect(pinCode.safeParse(wrong).success).toBe(false)
})
