import { QUEUES } from '@tvarit/shared/contracts/jobs'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, codeBySms } from '../harness/api.ts'
import { createPerson, createSubscriber, newPhone } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { type Sample, scrape } from '../harness/prometheus.ts'
import { isLive, openScreen } from '../harness/screen.ts'
import { until } from '../harness/until.ts'
import { fileWorld } from '../harness/world.ts'

const monitoring = path.join(import.meta.dirname, '../../deploy/monitoring')
const world = await fileWorld({ settings: { METRICS_PORT: '0', TRUST_PROXY: '1' } })
const staff = await createPerson(world, 'staff')
const subscriber = await createSubscriber(world)

const ofServer = () => scrape(world.server!.private_url)
const ofWorker = async () => scrape(await world.worker!.private_url)

/** The sum of all samples of this name whose labels fit. */
function sum(samples: Sample[], name: string, labels: Record<string, string> = {}): number {
  const fits = (sample: Sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value)
  return samples.filter((sample) => sample.name === name && fits(sample)).reduce((total, { value }) => total + value, 0)
}

describe('what the metrics show', () => {
  test('a press: how long until it was committed, and until it stood on the consoles', async () => {
    const before = (await ofServer()).samples
    const screen = openScreen(world.url, staff.access)
    await isLive(screen)
    const { id } = await press(world.url, subscriber.sticker.token)
    await until('the screen shows the alert', () => screen.alertIds().has(id))
    const { samples } = await ofServer()
    await screen.close()
    const rise = (name: string, labels = {}) => sum(samples, name, labels) - sum(before, name, labels)
    expect(rise('tvarit_press_commit_seconds_count', { outcome: 'raised' })).toBe(1)
    expect(rise('tvarit_press_console_seconds_count')).toBe(1)
    expect(rise('tvarit_press_console_seconds_sum')).toBeGreaterThan(0)
    expect(rise('tvarit_press_console_seconds_sum')).toBeLessThan(15)
    expect(sum(samples, 'tvarit_live_consoles')).toBe(1)
  })

  test('presses that were not accepted, by reason', async () => {
    await press(world.url, 'ZZZZZZZZZZZZZZZZ')
    await press(world.url, subscriber.sticker.token, { scan_id: 'not a UUID' })
    const { samples } = await ofServer()
    const failed = (reason: string) => sum(samples, 'tvarit_press_failures_total', { reason })
    expect([failed('unknown_sticker'), failed('bad_input'), failed('fault')]).toEqual([1, 1, 0])
  })

  test('alerts nobody takes, consoles, the outbox and the queues as they are now', async () => {
    await world.advanceTime(40_000)
    const samples = await until('a look that is newer than the alert', async () => {
      const found = (await ofWorker()).samples
      return sum(found, 'tvarit_alert_oldest_unclaimed_seconds') > 30 && found
    })
    expect(sum(samples, 'tvarit_alerts_unclaimed')).toBe(1)
    expect(sum(samples, 'tvarit_consoles', { state: 'armed' })).toBe(0)
    expect(sum(samples, 'tvarit_database_up')).toBe(1)
    for (const queue of QUEUES)
      expect(samples).toContainEqual(expect.objectContaining({ labels: { queue, state: 'failed' } }))
  })

  test('messages by provider, template and outcome, and codes that were typed in', async () => {
    const person = await createSubscriber(world)
    const code = await codeBySms(world, 'login', person.phone_number)
    await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number: person.phone_number, otp: code } })
    await until('the worker has counted both', async () => {
      const { samples } = await ofWorker()
      const sent = sum(samples, 'tvarit_message_sends_total', { provider: 'console', template: 'otp', outcome: 'sent' })
      return sent === 1 && sum(samples, 'tvarit_codes_last_hour', { purpose: 'login', state: 'used' }) === 1
    })
  })

  test('rejected logins by procedure, each once', async () => {
    await call(world.url, '/api/users/login/', { body: { username: newPhone(), password: 'wrong-password' } })
    const otp = '123456'
    await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number: newPhone(), otp } })
    await call(world.url, '/api/users/login/otp-verify/', { body: { phone_number: 'none', otp } })
    const { samples } = await ofServer()
    const rejected = (procedure: string) => sum(samples, 'tvarit_domain_errors_total', { procedure })
    expect([rejected('auth.login'), rejected('auth.loginWithOtp')]).toEqual([1, 2])
  })

  test('nothing about a person, and names by the conventions of Prometheus', async () => {
    const shown = [await ofServer(), await ofWorker()]
    for (const { text, types } of shown) {
      for (const secret of [subscriber.phone_number, subscriber.sticker.token, 'Ravi', staff.phone_number]) {
        // The digits of a duration may be a number by chance.
        expect(text.replace(/ [\d.e+-]+$/gm, '')).not.toContain(secret)
      }
      for (const [name, type] of [...types].filter(([each]) => each.startsWith('tvarit_'))) {
        expect(name).toMatch(/^[a-z_]+$/)
        expect(name.endsWith('_total')).toBe(type === 'counter')
      }
    }
  })

  test('every metric that a rule or the dashboard names is there', async () => {
    // One call of each kind that has only been possible so far.
    await call(world.url, '/api/dashboard/', { access: staff.access })
    const known = new Set([...(await ofServer()).types.keys(), ...(await ofWorker()).types.keys()])
    const [rules, dashboard] = ['alert-rules.yml', 'grafana/tvarit.json'].map((file) =>
      fs.readFileSync(path.join(monitoring, file), 'utf8'),
    )
    const names = `${rules}${dashboard}`.match(/\b(tvarit|nodejs)_[a-z0-9_]+/g)!
    const base = (name: string) => (known.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !known.has(base(name)))).toEqual([])
  })
})

describe('where they are', () => {
  test('not on the public port', async () => {
    const response = await fetch(`${world.url}/metrics`)
    expect(response.status).toBe(404)
  })

  test('the private port answers nothing else', async () => {
    for (const path of ['/', '/api/dashboard/']) {
      expect((await fetch(`${world.server!.private_url}${path}`)).status).toBe(404)
    }
    expect((await fetch(`${world.server!.private_url}/metrics`, { method: 'POST' })).status).toBe(404)
  })
})
