import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { press } from '../harness/press.ts'
import { unzip } from '../harness/unzip.ts'
import { until } from '../harness/until.ts'
import { createInstallation, type Installation } from './engine.ts'
import { Reports } from './reports.ts'

// The life of one installation, in order: each test goes on where the one before ended.

const PROMISED_LOSS_MS = 60_000
/** The presses before the disk is destroyed, with the moment of each answer. */
const accepted: { id: number; at: number }[] = []
const figures: string[] = []
let tvarit: Installation
let reports: Reports
/** What must come back: a photo's alert, its bytes, a job of coupons, a sealed number, an erased person. */
let photo: { alert: number; bytes: string }
let job: number
let partner: number
const PAN = 'ZZZPA1001A'
let erased: number
let before_erasure: string

beforeAll(async () => {
  process.env.VERIFY_LOGIN = 'asha@tvarit.example'
  process.env.VERIFY_PASSWORD = 'tvarit-demo'
  tvarit = await createInstallation()
  reports = new Reports(tvarit)
  await tvarit.documented('Start everything')
  await until('the proxy has found a server', async () => (await fetch(`${tvarit.url}/readyz`)).status === 200)
})
afterAll(async () => {
  console.log(['', ...figures, ''].join('\n'))
  await tvarit?.remove()
})

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
const rest = async (person: string, url: string, options: Parameters<typeof call>[2] = {}) =>
  (await call(tvarit.url, url, { ...options, access: await tvarit.login(person) })).body

async function scenePhoto(alert: number): Promise<string> {
  const { reports: all } = (await rest('asha', `/api/qr/alerts/${alert}/`)) as { reports: { photo: string | null }[] }
  const link = all.find((each) => each.photo)?.photo ?? expect.fail('the alert has no photo')
  const answer = await fetch(tvarit.url + link)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}

async function couponPictures(): Promise<number> {
  const headers = { authorization: `Bearer ${await tvarit.login('admin')}` }
  const zip = await fetch(`${tvarit.url}/api/qr/jobs/${job}/download/`, { headers })
  expect(zip.status).toBe(200)
  return [...unzip(Buffer.from(await zip.arrayBuffer())).keys()].filter((name) => name.endsWith('.png')).length
}

/** Presses one after the other until the installation answers no more; notes which were accepted. */
async function pressUntil(gone: () => boolean): Promise<void> {
  const stickers = await tvarit.query(
    'select token from coupons c where user_id is null and id > 0 and not exists (select from alerts where coupon_id = c.id)',
  )
  for (const token of stickers) {
    if (gone()) return
    const answer = await press(tvarit.url, token).catch(() => null)
    if (answer?.http === 201) accepted.push({ id: answer.id, at: Date.now() })
    await wait(100)
  }
}

async function everythingIsThere(): Promise<void> {
  await until('the proxy has found a server', async () => (await fetch(`${tvarit.url}/readyz`)).status === 200)
  expect(await scenePhoto(photo.alert)).toBe(photo.bytes)
  expect(await couponPictures()).toBe(2_000)
  const body = { field: 'pan_number', reason: 'After a restore' }
  expect(await rest('admin', `/api/sales/hierarchy-users/${partner}/reveal/`, { body })).toEqual({ value: PAN })
  expect(await tvarit.query(`select first_name || ' ' || phone_number from users where id = ${erased}`)).toEqual([
    `Erased erased-${erased}`,
  ])
  expect((await reports.one()).errors).toEqual([])
}

test('a photo, a ZIP of coupons, a sealed number: the installation has data', async () => {
  job = Number((await rest('admin', '/api/qr/jobs/create/', { body: { count: 2_000 } })).id)
  await until('the job is completed', async () => {
    const [status] = await tvarit.query(`select status from bulk_jobs where id = ${job}`)
    return status === 'COMPLETED'
  })
  await reports.findStickers()
  const [sticker] = await tvarit.query('select token from coupons where user_id is not null order by id limit 1')
  const { id, status_url } = await press(tvarit.url, sticker!)
  const form = new FormData()
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#7a5' } }).jpeg()
  form.append('photo', new Blob([new Uint8Array(await picture.toBuffer())]), 'scene.jpg')
  expect((await fetch(`${tvarit.url}${status_url}/photo`, { method: 'POST', body: form })).status).toBeLessThan(400)
  photo = { alert: id, bytes: await scenePhoto(id) }
  partner = Number((await tvarit.query(`select user_id from distributor_profiles order by user_id limit 1`))[0])
  erased = Number((await tvarit.query('select max(user_id) from subscriber_profiles'))[0])
})

test('a backup is taken under reports with the documented command, and says which keys it needs', async () => {
  const began = performance.now()
  const { errors, figure } = await reports.during(() => tvarit.documented('A backup now'))
  figures.push(`backup in ${seconds(began)} s: ${figure}`)
  expect(errors).toEqual([])
  const keys = fs.readFileSync(path.join(tvarit.folder, 'backups/keys.txt'), 'utf8')
  for (const name of ['BACKUP_KEY', 'SECRET_KEY', 'POSTGRES_PASSWORD', 'POSTGRES_APP_PASSWORD']) {
    expect(keys).toContain(name)
    expect(keys).not.toContain(tvarit.setting(name))
  }
})

test('a worker tells the age of the backup and of the archived log, and which build it is', async () => {
  const read = "fetch('http://127.0.0.1:9464/metrics').then((answer) => answer.text()).then(console.log)"
  const metrics = await tvarit.compose('exec', '-T', 'worker', 'node', '-e', read)
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  expect(value('tvarit_backup_age_seconds')).toBeLessThan(60)
  expect(value('tvarit_backup_wal_age_seconds')).toBeLessThan(60)
  expect(metrics).toMatch(/^tvarit_build_info\{version="[\d.]+",commit="\w+"\} 1$/m)
})

test.each([
  ['All settings', /^REDIS_URL\n {4}Queues on Redis/m],
  ['What runs', /bulk-worker.*\(healthy\)/],
  ['Reminders that were not sent', /count/],
  ['Which backups there are', /full backup: /],
  ['The checks alone', /\d+ of \d+ files are there/],
  ['Database and disks', /waits_for/],
  ['Audit log', /\d+ seals over \d+ entries are whole/],
])('%s: the documented command prints it', async (heading, answer) => {
  expect(await tvarit.documented(heading)).toMatch(answer)
})

test('the documented command resets the app of an admin who lost it', async () => {
  await tvarit.query(
    `insert into second_factors (user_id, secret_sealed, enrolled_at) select id, 'x', now() from users where email = 'admin@tvarit.example'`,
  )
  expect(await tvarit.documented('A lost authenticator app')).toContain('is reset')
})

test('another server starts beside those that run', async () => {
  const before = await tvarit.containers('server')
  await tvarit.documented('Another server')
  const after = await tvarit.containers('server')
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after).toHaveLength(3)
})

test('a backup that cannot be read again ends with an error', async () => {
  const archive = path.join(tvarit.folder, 'backups/database/archive/tvarit/18-1')
  const [segment] = fs.globSync(`${archive}/*/*.zst`)
  const whole = fs.readFileSync(segment!)
  fs.writeFileSync(segment!, Buffer.concat([whole.subarray(0, 900), Buffer.from('damage'), whole.subarray(906)]))
  await expect(tvarit.documented('A backup now')).rejects.toThrow('checksum invalid')
  fs.writeFileSync(segment!, whole)
  await tvarit.documented('A backup now')
})

test('disks destroyed at the worst moment cost less than a minute, and the restore proves itself', async () => {
  before_erasure = new Date().toISOString()
  await rest('admin', `/api/users/${erased}/erase/`, { body: { confirmation: 'ERASE', reason: 'Asked by letter' } })
  let destroyed = 0
  const pressing = pressUntil(() => destroyed > 0)
  const listed = `select user_id from erasures where user_id = ${erased} and listed_at is not null`
  await until('the erasure is listed', async () => (await tvarit.query(listed)).length > 0)
  await tvarit.documented('A backup now')
  const archived = async (condition: string) =>
    (await tvarit.query(`select ${condition} from pg_stat_archiver`)).includes('t')
  const [since] = await tvarit.query('select now()')
  await until('some reports are archived', () => archived(`last_archived_time > '${since}'`))
  await until('the next log is about to be', () => archived("last_archived_time < now() - interval '28 s'"))
  await tvarit.compose('kill', 'postgres')
  destroyed = Date.now()
  await pressing
  await tvarit.compose('kill')
  await tvarit.compose('down', '--volumes')
  const began = performance.now()
  const proof = await tvarit.documented('After the machine is lost')
  figures.push(`restore into empty volumes, until all are healthy and checked: ${seconds(began)} s`)
  for (const line of [/\d+ of \d+ files are there/, /\d+ sealed values are open/, /asha@tvarit.example can log in/])
    expect(proof).toMatch(line)
  const there = new Set((await tvarit.query('select id from alerts')).map(Number))
  const lost = accepted.filter(({ id }) => !there.has(id))
  const loss_ms = lost.length > 0 ? destroyed - Math.min(...lost.map(({ at }) => at)) : 0
  figures.push(`disk destroyed: ${lost.length} of ${accepted.length} reports lost, of the last ${loss_ms / 1000} s`)
  expect(accepted.length - lost.length).toBeGreaterThan(0)
  expect(loss_ms).toBeLessThan(PROMISED_LOSS_MS)
  await everythingIsThere()
})

test('back to a moment: later reports are gone, earlier ones there, erased people still erased', async () => {
  const counted = async () => Number((await tvarit.query('select count(*) from alerts'))[0])
  await wait(1_000)
  const began = performance.now()
  await tvarit.documented('Back to a moment', { '2026-11-28 10:15:00+05:30': before_erasure })
  figures.push(`restore to a moment: ${seconds(began)} s`)
  const there = new Set((await tvarit.query('select id from alerts')).map(Number))
  expect(there.has(photo.alert)).toBe(true)
  expect(accepted.filter(({ id }) => there.has(id))).toEqual([])
  expect(await counted()).toBe(there.size)
  await everythingIsThere()
})

test('an empty database beside backups is not started: one sentence says why and how to go on', async () => {
  await tvarit.compose('down', '--volumes')
  await expect(tvarit.compose('up', '--detach', '--wait')).rejects.toThrow()
  const log = await tvarit.compose('logs', '--no-log-prefix', 'migrate')
  expect(log).toContain('is empty, but this installation has backups')
  expect(log).toContain('ALLOW_EMPTY_DATABASE=1')
})
