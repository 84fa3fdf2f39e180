/**
 * `npm run bench -- lists`: every list at 1,000,000 subscribers and 5,000,000 coupons, through real HTTP, against the
 * sequential scan of the same search and against OFFSET in the same run. Options: --subscribers N --coupons N,
 * --database URL (seeded before; saves the minutes of seeding), --requests N, --skip-walk, --out FILE.
 */
import { parseArgs } from 'node:util'
import { newCodes } from '@tvarit/shared/domain/ground/qr/new-codes'
import { couponOrder, findCouponPage } from '@tvarit/shared/domain/stickers/coupons/find-coupon-page'
import { couponListInput } from '@tvarit/shared/contracts/coupons'
import type { IdCursor } from '@tvarit/shared/domain/ground/lists/order'
import { readPage } from '@tvarit/shared/domain/ground/lists/read-page'
import type { BenchDatabase } from './bench-database.ts'
import { watchForeignLoad } from './foreign-load.ts'
import { accessFor, openSeeded } from './lists-database.ts'
import { get, measure, startReadServer, timesOf } from './lists-reader.ts'
import { couponTerms, scanCoupons, scanSubscribers, subscriberTerms } from './lists-terms.ts'
import { median, nowMs, percentile, printTable, short } from './statistics.ts'
import { Report } from './verdicts.ts'

const { values: options } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '1000000' },
    coupons: { type: 'string', default: '5000000' },
    database: { type: 'string' },
    requests: { type: 'string', default: '100' },
    'skip-walk': { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const requests = Number(options.requests)
/** Filters common and rare, sorts, and both; and begun far down by a value. */
const NARROWED = [
  'state=Maharashtra',
  'state=Lakshadweep',
  'plan=GOLD',
  'expiry=soon',
  'expiry=over',
  'registered_by=office',
  'registered_by=partner',
  'registered_by=partner&state=Kerala',
  'state=Kerala&plan=GOLD&expiry=soon&registered_by=self',
  'sort=name',
  'sort=-name',
  'sort=ending_date',
  'sort=-ending_date',
  'sort=name&state=Lakshadweep',
  'sort=name&state=Maharashtra&expiry=over',
  'sort=name&go_to=sharma',
  'go_to=2025-01-31',
]
const NARROWED_COUPONS = [
  'voided=only',
  'voided=without&status=AVAILABLE',
  'sort=serial_number',
  'sort=serial_number&status=USED',
  'sort=serial_number&voided=only',
  'sort=created_at',
  'sort=serial_number&go_to=S7',
]
const ALL_COUPONS = { status: undefined, voided: undefined, owner: null }
const NEWEST_FIRST = couponOrder(couponListInput.parse({}))
const report = new Report()
const foreign = watchForeignLoad()
const bench = await openSeeded(options.database, {
  subscribers: Number(options.subscribers),
  coupons: Number(options.coupons),
})
const { server, url } = await startReadServer(bench)
try {
  const admin = await accessFor(bench, 'admin')
  await firstPages(admin)
  await searches(admin)
  await depth(admin)
  if (!options['skip-walk']) await wholeWalk(bench)
  console.log(`\nOthers used ${short(foreign() * 100)} % of the machine meanwhile.`)
  report.finish(options.out)
} finally {
  await server.stop()
  await bench.stop()
}

async function firstPages(admin: string): Promise<void> {
  const top = await accessFor(bench, 'super_distributor')
  const lists: [string, string, number][] = [
    ['/api/users/subscribers/', admin, 60],
    ['/api/users/subscribers/?start_date=2026-01-01', admin, 60],
    ...NARROWED.map((query): [string, string, number] => [`/api/users/subscribers/?${query}`, admin, 60]),
    ['/api/coupons/', admin, 60],
    ...NARROWED_COUPONS.map((query): [string, string, number] => [`/api/coupons/?${query}`, admin, 60]),
    ['/api/coupons/?status=USED', admin, 60],
    ['/api/users/staffs/', admin, 60],
    ['/api/sales/retailers/?sort=name', admin, 60],
    ['/api/creator-coupons/?sort=-end_date', admin, 60],
    ['/api/users/admins/', admin, 60],
    ['/api/creator-coupons/', admin, 60],
    ['/api/sales/super-distributors/', admin, 60],
    ['/api/sales/distributors/', admin, 60],
    ['/api/sales/retailers/', admin, 60],
    ['/api/sales/my-retailers/', top, 60],
    ['/api/qr/alerts/', admin, 60],
    ['/api/qr/alerts/?page_size=25', admin, 60],
    ['/api/users/subscribers/?page_size=25', admin, 60],
    ['/api/coupons/?page_size=25', admin, 60],
    ['/api/audit/?page_size=25', admin, 60],
    ['/api/dashboard/office/', admin, 100],
    ['/api/qr/alerts/?status=ATTENDED', admin, 60],
    ['/api/dashboard/', admin, 100],
  ]
  const rows = []
  for (const [path, access, limit] of lists) {
    const times = timesOf(await measure(`${url}${path}`, access, requests))
    report.judge(`first page of ${path}, p95 ms`, times.p95, 'at most', limit)
    rows.push({ path, 'p50 ms': times.p50, 'p95 ms': times.p95 })
  }
  printTable(`First pages, ${requests} requests each`, rows)
}

async function searches(admin: string): Promise<void> {
  const kinds = [
    {
      list: 'subscribers',
      path: '/api/users/subscribers/',
      terms: await subscriberTerms(bench),
      scan: scanSubscribers,
    },
    { list: 'coupons', path: '/api/coupons/', terms: await couponTerms(bench), scan: scanCoupons },
  ]
  const rows = []
  for (const { list, path, terms, scan } of kinds) {
    for (const [kind, limits] of [
      ['long', { p50: 75, p95: 50 }],
      ['short', { p50: 5, p95: 5 }],
    ] as const) {
      const ours: number[] = []
      const scans: number[] = []
      for (const term of terms[kind]) {
        const address = `${url}${path}?search=${encodeURIComponent(term)}`
        await get(address, admin)
        for (let n = 0; n < 5; n++) ours.push((await get(address, admin)).ms)
      }
      // The scan is the same for every term but for chance; a few are enough.
      for (const term of terms[kind].slice(0, 4)) scans.push(await scan(bench, term))
      const times = timesOf(ours)
      // The goals of a search are those of a million rows; beyond, the table says what it takes.
      const has_goal = list === 'coupons' || Number(options.subscribers) <= 1_000_000
      for (const which of ['p50', 'p95'] as const) {
        const name = `search of ${list}, ${kind} terms: scan p50 over ours ${which}`
        if (has_goal) report.judge(name, median(scans) / times[which], 'at least', limits[which])
      }
      rows.push({
        list,
        terms: kind === 'long' ? '5 letters or more' : '3 and 4 letters',
        'scan p50 ms': median(scans),
        'ours p50 ms': times.p50,
        'ours p95 ms': times.p95,
        'p50 ratio': median(scans) / times.p50,
        'p95 ratio': median(scans) / times.p95,
      })
    }
  }
  printTable('Searches: sequential scan over the same fields against the API', rows)
}

/** Pages of 100 at the start and at the end of all coupons, by `next`; and what OFFSET costs there. */
async function depth(admin: string): Promise<void> {
  const pages = 60
  const last = Math.floor(Number(options.coupons) / 100) - pages - 1
  const walkFrom = async (page: number): Promise<number[]> => {
    const { page: begin } = await get(`${url}/api/coupons/?page_size=100&page=${page}`, admin)
    const values: number[] = []
    for (let next = begin.next; next && values.length < pages;) {
      const { ms, page: further } = await get(`${url}${next}`, admin)
      values.push(ms)
      next = further.next
    }
    return values
  }
  const [start, end] = [await walkFrom(1), await walkFrom(last)]
  const keys = { start: await keyTimes(null), end: await keyTimes([pages * 100]) }
  const offset = []
  for (let n = 0; n < 3; n++)
    offset.push(
      await timed(() => bench.pool.query('select id from coupons order by id desc limit 101 offset $1', [last * 100])),
    )
  report.judge(
    'a page of coupons at the end over one at the start, HTTP p50',
    median(end) / median(start),
    'at most',
    1.5,
  )
  report.judge('the same, the query alone', median(keys.end) / median(keys.start), 'at most', 1.5)
  printTable('Depth, pages of 100 of all coupons', [
    { what: 'HTTP by next', 'start p50 ms': median(start), 'end p50 ms': median(end) },
    { what: 'query and count of our page', 'start p50 ms': median(keys.start), 'end p50 ms': median(keys.end) },
    { what: 'OFFSET', 'start p50 ms': '', 'end p50 ms': median(offset) },
  ])
}

async function keyTimes(from: IdCursor | null): Promise<number[]> {
  const range = { from, backwards: false, offset: 0, limit: 101 }
  const values: number[] = []
  for (let n = 0; n < 60; n++) {
    values.push(await timed(() => findCouponPage(bench.db, range, ALL_COUPONS, NEWEST_FIRST)))
  }
  return values
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = nowMs()
  await work()
  return nowMs() - begin
}

/**
 * Every coupon by `next`, while others are inserted and deleted. The pages are made by the code of the list; only the
 * pictures are left out, because drawing five million of them would take an hour and prove nothing here.
 */
async function wholeWalk({ db, pool }: BenchDatabase): Promise<void> {
  const top = await pool.query<{ id: number; n: number }>('select max(id) as id, count(*) as n from coupons')
  const begin = nowMs()
  let [rows, repeated, cursor, before] = [0, 0, undefined as string | undefined, Number.POSITIVE_INFINITY]
  const times: number[] = []
  for (let page = 1; ; page++) {
    const at = nowMs()
    const answer = await readPage(
      { page, page_size: 100, cursor, search: undefined },
      {
        path: '/api/coupons/',
        order: NEWEST_FIRST,
        find: (range) => findCouponPage(db, range, ALL_COUPONS, NEWEST_FIRST),
        rows: (ids) => Promise.resolve(ids.map((id) => ({ id }))),
      },
    )
    times.push(nowMs() - at)
    for (const { id } of answer.results) {
      if (id >= before) repeated += 1
      before = id
      rows += 1
    }
    if (page % 500 === 0) await db.insertInto('coupons').values([newCodes(), newCodes()]).execute()
    if (!answer.next) break
    cursor = new URLSearchParams(answer.next.split('?')[1]).get('cursor')!
  }
  const [first, last] = [times.slice(0, 2_000), times.slice(-2_000)]
  report.judge('whole walk: rows skipped', top.rows[0]!.n - rows, 'at most', 0)
  report.judge('whole walk: rows repeated or out of order', repeated, 'at most', 0)
  report.judge('whole walk: last pages over first, p50', median(last) / median(first), 'at most', 1.5)
  printTable('The whole walk, while coupons are inserted', [
    {
      pages: times.length,
      rows,
      minutes: (nowMs() - begin) / 60_000,
      'first 2000 p50 ms': median(first),
      'last 2000 p50 ms': median(last),
      'p99 ms': percentile(times, 0.99),
    },
  ])
}
