import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { parseArgs } from 'node:util'
import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { otpHash } from '@tvarit/shared/domain/people/otp/otp-hash'
import { hash, verify } from '@node-rs/argon2'
import pg from 'pg'
import { createOtherTables, startArm } from './arms.ts'
import { type BenchDatabase, SECRET_KEY, startBenchDatabase } from './bench-database.ts'
import { measureBeside } from './beside.ts'
import { median, nowMs, percentile, printTable } from './statistics.ts'
import { USE_CODE } from './use-code.ts'
import { Report } from './verdicts.ts'

/**
 * `npm run bench -- accounts`: logins by code beside the bare UPDATE that uses a code up, logins by password beside bare
 * argon2 with the same settings and as many at once, and alerts while passwords saturate their part of the machine.
 * Options: --turns N, --seconds N, --out FILE.
 */
const { values: options } = parseArgs({
  options: {
    turns: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    out: { type: 'string' },
  },
})
const [turns, seconds] = [Number(options.turns), Number(options.seconds)]
const CODE = '123456'
const PASSWORD = 'bench-password-12'
const KEYS = { SECRET_KEY, SECRET_KEYS_BEFORE: [] }
/** As in shared/domain/people/users/password.ts. */
const ARGON2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 16

const report = new Report()
const bench = await startBenchDatabase()
const agent = new http.Agent({ keepAlive: true, maxSockets: 128 })
let phones = 7_000_000_000
let callers = 0
try {
  const server = await startArm('ours', bench)
  await createOtherTables(bench)
  const floor = await startArm('floor', bench)
  try {
    await codes(server.url, floor.url)
  } finally {
    await floor.stop()
  }
  try {
    await oneOfAHundred(server.url)
    await passwords(server.url)
    await sameTime(server.url)
  } finally {
    await server.stop()
  }
} finally {
  await bench.stop()
}
// Hashing wants the processor; how long the disk takes is another question.
const memory = await startBenchDatabase({ in_memory: true })
try {
  await besideAlerts(memory)
} finally {
  await memory.stop()
}
report.finish(options.out)
process.exit()

/** What somebody sends to log in with a code. */
interface Credentials {
  phone_number: string
  otp: string
  request_id: string
}

/** People with a code that is right. */
async function peopleWithCodes(count: number): Promise<Credentials[]> {
  const people = Array.from({ length: count }, () => ({
    phone_number: String(phones++),
    otp: CODE,
    request_id: randomUUID(),
  }))
  await bench.pool.query(
    `with code as (select * from unnest($1::text[], $2::bytea[], $3::uuid[]) as c (phone, hash, request_id)),
       person as (insert into users (first_name, last_name, phone_number, role) select 'Ravi', 'Kumar', phone, 'user' from code)
     insert into otp_challenges (purpose, phone_number, code_hash, request_id, expires_at)
       select 'login', phone, hash, request_id, now() + interval '5 minutes' from code`,
    [
      people.map(({ phone_number }) => phone_number),
      people.map(({ phone_number }) => otpHash(KEYS, 'login', phone_number, CODE)),
      people.map(({ request_id }) => request_id),
    ],
  )
  // Else the disk is still busy with these people while the measuring goes on.
  await bench.pool.query('checkpoint')
  return people
}

async function codes(url: string, floorUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: bench.url, max: AT_ONCE })
  const bare = async () => {
    const people = await peopleWithCodes(seconds * 8_000)
    return perSecond(AT_ONCE, async () => {
      const person = people.pop()
      if (!person) throw new Error('There were too few codes')
      await pool.query(USE_CODE, [person.phone_number, otpHash(KEYS, 'login', person.phone_number, CODE)])
    })
  }
  const overHttp = async (url: string, took: number[]) => {
    const people = await peopleWithCodes(seconds * 5_000)
    return perSecond(AT_ONCE, async () => {
      const began = nowMs()
      const status = await post(`${url}/api/users/login/otp-verify/`, people.pop())
      if (status !== 200) throw new Error(`A right code was answered ${status}`)
      took.push(nowMs() - began)
    })
  }
  const took: number[] = []
  const arms = { bare, 'behind Express': () => overHttp(floorUrl, []), ours: () => overHttp(url, took) }
  // The first turn compiles code and opens connections, in every arm; it does not count.
  for (const warm of Object.values(arms)) await warm()
  took.length = 0
  const rows = await byTurns(arms)
  await pool.end()
  printTable('Codes used up in a second: UPDATE alone, behind bare Express, whole login with session and audit', rows)
  report.data['codes'] = rows
  report.judge('logins by code over bare UPDATE', median(rows.map(({ ours, bare }) => ours / bare)), 'at least', 0.2)
  report.judge('login by code p99, sixteen at once, ms', percentile(took, 0.99), 'at most', 100)
}

/** Measures each arm once a turn; the order changes, so that whatever drifts disturbs all alike. */
async function byTurns<Arm extends string>(arms: Record<Arm, () => Promise<number>>): Promise<Record<Arm, number>[]> {
  const rows: Record<Arm, number>[] = []
  for (let turn = 0; turn < turns; turn++) {
    const row = { ...arms } as unknown as Record<Arm, number>
    const names = Object.keys(arms) as Arm[]
    for (const name of turn % 2 ? names.toReversed() : names) row[name] = await arms[name]()
    rows.push(row)
  }
  return rows
}

async function oneOfAHundred(url: string): Promise<void> {
  const [person] = await peopleWithCodes(1)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => post(`${url}/api/users/login/otp-verify/`, person)),
  )
  const accepted = answers.filter((status) => status === 200).length
  report.judge('of a hundred right codes at once accepted, at most', accepted, 'at most', 1)
  report.judge('of a hundred right codes at once accepted, at least', accepted, 'at least', 1)
}

async function peopleWithPasswords(bench: BenchDatabase, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, () => String(phones++))
  await bench.pool.query(
    `insert into users (first_name, last_name, phone_number, role, password_hash)
       select 'Ravi', 'Kumar', phone, 'staff', $2 from unnest($1::text[]) as phone`,
    [numbers, await hashPassword(PASSWORD)],
  )
  return numbers
}

async function passwords(url: string): Promise<void> {
  const numbers = await peopleWithPasswords(bench, 500)
  const stored = await hash(PASSWORD, ARGON2)
  const rows = await byTurns({
    bare: () => perSecond(1, async () => void (await verify(stored, PASSWORD))),
    ours: () => perSecond(4, () => login(url, numbers[Math.floor(Math.random() * numbers.length)]!, PASSWORD)),
  })
  printTable('Logins by password in a second, and argon2 alone, one hash at a time', rows)
  report.data['passwords'] = rows
  report.judge(
    'logins by password over bare argon2',
    median(rows.map(({ ours, bare }) => ours / bare)),
    'at least',
    0.9,
  )
}

/** Whether somebody exists is not told by the time of the answer. */
async function sameTime(url: string): Promise<void> {
  const [known] = await peopleWithPasswords(bench, 1)
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 60; n++) {
    for (const who of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const began = nowMs()
      await login(url, who === 'known' ? known! : String(phones++), 'not the password', 401)
      took[who].push(nowMs() - began)
      if (n % 8 === 7) await bench.pool.query('delete from rate_limits')
    }
  }
  const apart = Math.abs(median(took.known) / median(took.unknown) - 1)
  report.data['same_time'] = { known: median(took.known), unknown: median(took.unknown) }
  report.judge('wrong password: known and unknown person, medians apart by', apart, 'at most', 0.05)
}

async function besideAlerts(bench: BenchDatabase): Promise<void> {
  const numbers = await peopleWithPasswords(bench, 500)
  const logins = await measureBeside({
    bench,
    report,
    turns,
    // Ten presses a second: enough of them for a p99.
    seconds: seconds * 5,
    busy: 'passwords are checked',
    lists: false,
    async work({ url }, signal) {
      let done = 0
      const one = async () => {
        for (; !signal.aborted; done++) await login(url, numbers[done % numbers.length]!, PASSWORD)
      }
      await Promise.all([one(), one(), one(), one()])
      return done
    },
  })
  report.data['logins_beside_alerts'] = logins
}

async function login(url: string, login: string, password: string, expected = 200): Promise<void> {
  const status = await post(`${url}/api/users/login/`, { login, password })
  if (status !== expected) throw new Error(`A login was answered ${status}`)
}

/** Each call comes from an address of its own, as the calls of many people do; the body is read to its end. */
function post(url: string, body: unknown): Promise<number> {
  const caller = callers++
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `2001:db8:${((caller >> 16) & 0xffff).toString(16)}:${(caller & 0xffff).toString(16)}::1`,
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!))
    })
    request.on('error', reject)
    request.end(JSON.stringify(body))
  })
}

/** How often `work` ends in a second, so many at once. */
async function perSecond(at_once: number, work: () => Promise<void>): Promise<number> {
  const began = nowMs()
  let done = 0
  const one = async () => {
    for (; nowMs() - began < seconds * 1_000; done++) await work()
  }
  await Promise.all(Array.from({ length: at_once }, one))
  return (done * 1_000) / (nowMs() - began)
}
