import { randomUUID } from 'node:crypto'
import { otpHash } from '@tvarit/shared/domain/people/otp/otp-hash'
import { hashPassword } from '@tvarit/shared/domain/people/users/password'
import { measureBeside } from './beside.ts'
import { percentile, report, timed } from './harness.ts'
import { type BenchDatabase, newPhone, startBenchDatabase, startServer } from './product.ts'

const CODE = '123456'
const PASSWORD = 'bench-password-12'
const AT_ONCE = 16
const CODES = 4_000
const WARM = 1_000

/** Logins by code, sixteen at once: whole ones, with session and audit. */
export async function loginsByCode(bench: BenchDatabase): Promise<void> {
  await using server = await startServer(bench)
  const people = Array.from({ length: WARM + CODES }, () => ({ phone_number: newPhone(), request_id: randomUUID() }))
  const { config } = bench.ctx()
  await bench.pool.query(
    `with code as (select * from unnest($1::text[], $2::bytea[], $3::uuid[]) as c (phone, hash, request_id)),
       person as (insert into users (first_name, last_name, phone_number, role) select 'Ravi', 'Kumar', phone, 'user' from code)
     insert into otp_challenges (purpose, phone_number, code_hash, request_id, expires_at)
       select 'login', phone, hash, request_id, now() + interval '5 minutes' from code`,
    [
      people.map(({ phone_number }) => phone_number),
      people.map(({ phone_number }) => otpHash(config, 'login', phone_number, CODE)),
      people.map(({ request_id }) => request_id),
    ],
  )
  // Else the disk is still busy with these people while the measuring goes on.
  await bench.pool.query('checkpoint')
  const took: number[] = []
  const one = async () => {
    for (let person = people.pop(); person; person = people.pop()) {
      const body = { ...person, otp: CODE }
      took.push(await timed(() => login(`${server.url}/api/users/login/otp-verify/`, body)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  report.judge('login by code p99, sixteen at once, ms', percentile(took.slice(WARM), 0.99), 'at most', 100)
}

/** Alerts while four people log in all the time. Hashing wants the processor: the disk is left out. */
export async function besideLogins(turns: number, seconds: number): Promise<void> {
  await using bench = await startBenchDatabase({ in_memory: true })
  const numbers = Array.from({ length: 500 }, newPhone)
  await bench.pool.query(
    `insert into users (first_name, last_name, phone_number, role, password_hash)
       select 'Ravi', 'Kumar', phone, 'staff', $2 from unnest($1::text[]) as phone`,
    [numbers, await hashPassword(PASSWORD)],
  )
  await measureBeside({
    bench,
    turns,
    seconds,
    busy: 'passwords are checked',
    limit_ms: 60,
    lists: false,
    async work({ url }, signal) {
      let done = 0
      const one = async () => {
        while (!signal.aborted)
          await login(`${url}/api/users/login/`, { login: numbers[done++ % numbers.length], password: PASSWORD })
      }
      await Promise.all([one(), one(), one(), one()])
      return done
    },
  })
}

let callers = 0

/** Each call comes from an address of its own, as the calls of many people do; the body is read to its end. */
async function login(url: string, body: object): Promise<void> {
  const caller = callers++
  const address = `2001:db8:${((caller >> 16) & 0xffff).toString(16)}:${(caller & 0xffff).toString(16)}::1`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`A login was answered ${answer.status} ${text}`)
}
