import { once } from 'node:events'
import { TERMS_VERSION } from '@tvarit/shared/contracts/accounts'
import { CODE_ALPHABET, checkCharacter } from '@tvarit/shared/contracts/codes'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CITIES, CONDITIONS, FIRST_NAMES, LAST_NAMES, MEDICINES, STREETS } from './seed-names.ts'

export interface SeedOptions {
  subscribers: number
  coupons: number
  /** The same seed makes the same people and codes. */
  seed: number
  /** Called with what is being done. */
  say(what: string): void
}

/** Over how many days the subscribers have joined, up to today. */
const DAYS = 1_000
const BATCH = 2_000

/**
 * Fills a migrated database with made-up subscribers and coupons in one transaction: all of them or none. Rejects with
 * one sentence when the database was filled before. Indexes that are no constraint of identity are made again after the
 * rows, which takes a tenth of the time; nobody else writes meanwhile (the tables are locked).
 */
export async function seedDatabase(client: pg.Client, options: SeedOptions): Promise<void> {
  const { subscribers, coupons, seed, say } = options
  if (coupons < subscribers) throw new Error('Every subscriber needs a coupon: ask for at least as many coupons.')
  await client.query('begin')
  try {
    await client.query(`set local maintenance_work_mem = '512MB'`)
    await client.query('lock table users, coupons, subscriber_profiles, subscriptions in share row exclusive mode')
    const before = await client.query<{ value: { seed: number; subscribers: number; coupons: number } }>(
      `select value from settings where name = 'seed_data'`,
    )
    if (before.rows[0]) {
      const made = before.rows[0].value
      throw new Error(
        `This database was filled before (${made.subscribers} subscribers, ${made.coupons} coupons, seed ${made.seed}): nothing was changed.`,
      )
    }
    const first = {
      user: await reserveIds(client, 'users', subscribers),
      coupon: await reserveIds(client, 'coupons', coupons),
    }
    const today = (await client.query<{ day: string }>(`select (now() at time zone 'Asia/Kolkata')::date::text as day`))
      .rows[0]!.day
    const indexes = await dropIndexes(client)

    say(`${subscribers} subscribers`)
    const person = (k: number) => makePerson(seed, k, dayOf(today, k, subscribers))
    await copy(client, 'users (id, first_name, last_name, email, phone_number, role, created_at)', subscribers, (k) => {
      const { first_name, last_name, email, phone, start_date } = person(k)
      return [first.user + k, first_name, last_name, email, phone, 'user', start_date]
    })
    const profileColumns = `user_id, address, state, pin_code, start_date, ending_date, spouse_name, spouse_mobile,
      relative_name, relative_mobile, health_conditions, medicines, consent_version, consented_at`
    await copy(client, `subscriber_profiles (${profileColumns})`, subscribers, (k) => {
      const { profile, start_date, ending_date } = person(k)
      const { address, state, pin_code, spouse, relative, health } = profile
      const row = [first.user + k, address, state, pin_code, start_date, ending_date, ...spouse, ...relative]
      return [...row, ...health, TERMS_VERSION, start_date]
    })

    say(`${coupons} coupons`)
    const owners = ownersOf(subscribers, coupons)
    await copy(client, 'coupons (id, serial_number, coupon_code, token, status, user_id, used_at)', coupons, (n) => {
      const { serial_number, coupon_code, token } = makeCodes(seed, n)
      const owner = owners(n)
      const used = owner === null ? ['AVAILABLE', null, null] : ['USED', first.user + owner, person(owner).start_date]
      return [first.coupon + n, serial_number, coupon_code, token, ...used]
    })
    await client.query(
      `insert into subscriptions (user_id, start_date, end_date, coupon_id, next_reminder_on)
       select p.user_id, p.start_date, p.ending_date, c.id,
         case when p.ending_date >= $2::date then p.ending_date - 30 end from coupons c join subscriber_profiles p using (user_id)
       where c.id >= $1`,
      [first.coupon, today],
    )
    for (const [name, definition] of indexes) {
      say(`index ${name}`)
      await client.query(definition)
    }
    await client.query(`insert into settings (name, value) values ('seed_data', $1)`, [
      JSON.stringify({ seed, subscribers, coupons }),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  say('statistics')
  await client.query('vacuum analyze')
}

/** The first of `count` ids that nobody else gets. */
async function reserveIds(client: pg.Client, table: string, count: number): Promise<number> {
  const reserved = await client.query<{ first: string }>(
    `select setval(pg_get_serial_sequence($1, 'id'), nextval(pg_get_serial_sequence($1, 'id')) + $2::bigint) - $2::bigint as first`,
    [table, count],
  )
  return Number(reserved.rows[0]!.first)
}

/** Drops what only serves speed and uniqueness; returns the statements that make it again. */
async function dropIndexes(client: pg.Client): Promise<[name: string, definition: string][]> {
  const tables = `('users'::regclass, 'coupons'::regclass, 'subscriber_profiles'::regclass, 'subscriptions'::regclass)`
  const unique = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'u' and conrelid in ${tables}`,
  )
  const plain = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid in ${tables} and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { table, name } of unique.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of plain.rows) await client.query(`drop index ${name}`)
  return [
    ...unique.rows.map(({ table, name, definition }): [string, string] => [
      name,
      `alter table ${table} add constraint ${name} ${definition}`,
    ]),
    ...plain.rows.map(({ name, definition }): [string, string] => [name, definition]),
  ]
}

type Cell = string | number | null

async function copy(client: pg.Client, into: string, count: number, row: (n: number) => Cell[]): Promise<void> {
  const stream = client.query(copyFrom(`copy ${into} from stdin`))
  const failed = new Promise<never>((_, reject) => stream.once('error', reject))
  failed.catch(() => {})
  for (let n = 0; n < count; n += BATCH) {
    let text = ''
    for (let k = n; k < Math.min(count, n + BATCH); k++) {
      // No tab, line break or backslash occurs in what is made here.
      text += `${row(k)
        .map((cell) => cell ?? '\\N')
        .join('\t')}\n`
    }
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), failed])
  }
  stream.end()
  await Promise.race([once(stream, 'finish'), failed])
}

/** A number from 0 to 1 that depends on nothing but its arguments (a 32-bit mix). */
function chance(seed: number, n: number, what: number): number {
  let h = (Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(n, 0xc2b2_ae35) ^ Math.imul(what, 0x27d4_eb2f)) >>> 0
  h = Math.imul(h ^ (h >>> 15), 0x2c1b_3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a_2d39)
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32
}

const pick = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)]!
/** What stands in front comes more often. */
const pickCommon = <T>(list: readonly T[], share: number): T => pick(list, share ** 1.8)

/** `count` whole numbers below 1e9 without a repetition: a step that shares no factor with 1e9. */
const spread = (seed: number, n: number): number =>
  Number((BigInt(n) * 736_878_707n + BigInt(seed) * 15_485_863n) % 1_000_000_000n)

const MAIL = [
  'gmail.example',
  'gmail.example',
  'gmail.example',
  'yahoo.example',
  'rediffmail.example',
  'outlook.example',
]

function makePerson(seed: number, k: number, { start_date, ending_date }: { start_date: string; ending_date: string }) {
  const roll = (what: number) => chance(seed, k, what)
  const first_name = pickCommon(FIRST_NAMES, roll(1))
  const last_name = pickCommon(LAST_NAMES, roll(2))
  const relative = (what: number): [string, string] => [
    `${pickCommon(FIRST_NAMES, roll(what))} ${roll(what + 1) < 0.6 ? last_name : pickCommon(LAST_NAMES, roll(what + 2))}`.slice(
      0,
      LIMITS.name,
    ),
    String(8_000_000_000 + Math.floor(roll(what + 3) * 1e9)),
  ]
  const [city, state, pin] = pickCommon(CITIES, roll(3))
  const email =
    roll(4) < 0.7 ? `${first_name}.${last_name}${k.toString(36)}@${pick(MAIL, roll(5))}`.toLowerCase() : null
  const ill = roll(6) < 0.4
  return {
    first_name,
    last_name,
    email,
    phone: String(7_000_000_000 + spread(seed, k)),
    start_date,
    ending_date,
    profile: {
      address: `${1 + Math.floor(roll(7) * 300)}, ${pick(STREETS, roll(8))}, ${city}`,
      state,
      pin_code: `${pin}${String(1 + Math.floor(roll(9) * 99)).padStart(3, '0')}`,
      spouse: relative(10),
      relative: relative(20),
      health: ill ? [pick(CONDITIONS, roll(30)), pick(MEDICINES, roll(31))] : [null, null],
    },
  }
}

/** The first and last day of a term; people join one after the other. */
function dayOf(today: string, k: number, count: number): { start_date: string; ending_date: string } {
  const start = Date.parse(today) - Math.floor(((count - 1 - k) / count) * DAYS) * 86_400_000
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { start_date: text(start), ending_date: text(start + LIMITS.term_days * 86_400_000) }
}

/** Spreads the subscribers over the older nine tenths of the coupons; the newest are not sold yet. */
function ownersOf(subscribers: number, coupons: number): (n: number) => number | null {
  const sold = Math.max(subscribers, Math.floor(coupons * 0.9))
  const upTo = (n: number) => Math.floor((n * subscribers) / sold)
  return (n) => (n < sold && upTo(n + 1) > upTo(n) ? upTo(n) : null)
}

const SYMBOLS = BigInt(CODE_ALPHABET.length)

/** `length` symbols that differ for every n: counting with a step that shares no factor with the number of all codes. */
function symbols(n: number, length: number, step: bigint, begin: bigint): string {
  let value = (BigInt(n) * step + begin) % SYMBOLS ** BigInt(length)
  let text = ''
  for (let place = 0; place < length; place++) {
    text = CODE_ALPHABET[Number(value % SYMBOLS)]! + text
    value /= SYMBOLS
  }
  return text
}

function makeCodes(seed: number, n: number) {
  const begin = BigInt(seed) * 32_452_843n
  const serial = symbols(n, 8, 523_347_633_027n, begin)
  const code = symbols(n, 10, 503_027_981_360_873n, begin)
  return {
    serial_number: `S${serial}${checkCharacter(serial)}`,
    coupon_code: `${code}${checkCharacter(code)}`,
    token: symbols(n, 16, 433_494_437_000_000_000_000_063n, begin),
  }
}
