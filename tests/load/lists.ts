import { newCodes } from '@tvarit/shared/domain/qr/new-codes'
import { readPage } from '@tvarit/shared/domain/records/lists/read-page'
import { findPage } from '@tvarit/shared/domain/records/lists/find-page'
import { listedCoupons } from '@tvarit/shared/domain/stickers/coupons/listed-coupons'
import type { ScopedCtx } from '@tvarit/shared/platform/context'
import { couponListInput } from '@tvarit/shared/contracts/coupons'
import { nowMs } from './child.ts'
import { median, percentile, printTable, readOptions, report, timed } from './harness.ts'
import { accessFor, get, startBenchDatabase, startServer } from './product.ts'
import { couponTerms, fillLists, subscriberTerms } from './lists-rows.ts'

/**
 * `npm run bench -- lists`: every list at 1,000,000 subscribers and 5,000,000 coupons through real HTTP: first pages,
 * filters and their combinations, searches, and a walk through all coupons while others are inserted. Options:
 * --subscribers N, --coupons N, --requests N, --folder DIR (keeps the database there for the next run), --skip-walk.
 */
const options = readOptions({
  subscribers: 1_000_000,
  coupons: 5_000_000,
  requests: 100,
  folder: '',
  'skip-walk': false,
})
/** Filters, sorts, and both; and begun far down by a value. */
const NARROWED = [
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
  'page_size=25',
]
const NARROWED_COUPONS = [
  'status=USED',
  'voided=only',
  'voided=without&status=AVAILABLE',
  'sort=serial_number',
  'sort=serial_number&status=USED',
  'sort=serial_number&voided=only',
  'sort=created_at',
  'sort=serial_number&go_to=S7',
  'page_size=25',
]
const OTHERS = [
  '/api/users/staffs/',
  '/api/users/admins/',
  '/api/creator-coupons/',
  '/api/creator-coupons/?sort=-end_date',
  '/api/sales/super-distributors/',
  '/api/sales/distributors/',
  '/api/sales/retailers/',
  '/api/sales/retailers/?sort=name',
  '/api/qr/alerts/',
  '/api/qr/alerts/?page_size=25',
  '/api/qr/alerts/?status=ATTENDED',
  '/api/audit/?page_size=25',
]
/** Common and rare ones; one of each is combined with one of every other. */
const FILTERS = {
  state: ['', 'Maharashtra', 'Kerala', 'Lakshadweep'],
  plan: ['', 'GOLD'],
  expiry: ['', 'soon', 'over'],
  registered_by: ['', 'office', 'partner', 'self'],
  start_date: ['', '2026-01-01'],
}
const SUBSCRIBERS = '/api/users/subscribers/'
const COUPONS = '/api/coupons/'

await using bench = await startBenchDatabase({ folder: options.folder })
await fillLists(bench, options)
await using server = await startServer(bench)
const admin = await accessFor(bench, 'admin')
await firstPages()
await combinations()
await searches()
if (!options['skip-walk']) await wholeWalk()

/** Milliseconds of so many requests one after the other, after a few that warm up. */
async function read(path: string, access: string, count: number, warm: number): Promise<number[]> {
  const values: number[] = []
  for (let n = -warm; n < count; n++) {
    const { ms } = await get(`${server.url}${path}`, access)
    if (n >= 0) values.push(ms)
  }
  return values
}

async function firstPages(): Promise<void> {
  const single = Object.entries(FILTERS).flatMap(([name, [, ...values]]) => values.map((value) => `${name}=${value}`))
  const lists = [
    ...['', ...single, ...NARROWED].map((query) => `${SUBSCRIBERS}?${query}`),
    ...['', ...NARROWED_COUPONS].map((query) => `${COUPONS}?${query}`),
    ...OTHERS,
  ]
  const times = async (path: string, access = admin) => {
    const taken = await read(path, access, options.requests, 5)
    return { path, 'p50 ms': median(taken), 'p95 ms': percentile(taken, 0.95) }
  }
  const rows = [await times('/api/sales/my-retailers/', await accessFor(bench, 'super_distributor'))]
  for (const path of lists) rows.push(await times(path))
  const dashboards = [await times('/api/dashboard/'), await times('/api/dashboard/office/')]
  printTable(`First pages, ${options.requests} requests each`, [...rows, ...dashboards])
  const slowest = (of: typeof rows) => Math.max(...of.map((row) => row['p95 ms']))
  report.judge(`first page of each of ${rows.length} lists, the slowest, p95 ms`, slowest(rows), 'at most', 60)
  report.judge('dashboard and home page of the office, p95 ms', slowest(dashboards), 'at most', 100)
}

/** Every combination of the filters of subscribers, asked once. */
async function combinations(): Promise<void> {
  let queries = ['']
  for (const [name, values] of Object.entries(FILTERS))
    queries = queries.flatMap((query) => values.map((value) => (value ? `${query}&${name}=${value}` : query)))
  const rows = []
  for (const query of queries) rows.push({ query, ms: (await read(`${SUBSCRIBERS}?${query}`, admin, 1, 0))[0]! })
  const slowest = rows.toSorted((a, b) => b.ms - a.ms)
  printTable(`The slowest of ${rows.length} combinations of filters`, slowest.slice(0, 5))
  report.judge('worst combination of filters, ms', slowest[0]!.ms, 'at most', 1_000)
}

async function searches(): Promise<void> {
  const limit = options.subscribers > 1_000_000 ? 400 : 100
  const rows = []
  for (const [path, terms] of [
    [SUBSCRIBERS, await subscriberTerms(bench)],
    [COUPONS, await couponTerms(bench)],
  ] as const) {
    for (const [kind, of] of Object.entries(terms)) {
      const times: number[] = []
      for (const term of of) times.push(...(await read(`${path}?search=${encodeURIComponent(term)}`, admin, 5, 1)))
      const p95 = percentile(times, 0.95)
      rows.push({ path, terms: kind, 'p50 ms': median(times), 'p95 ms': p95 })
      report.judge(`search of ${path}, ${kind}, p95 ms`, p95, 'at most', limit)
    }
  }
  printTable('Searches', rows)
}

/**
 * Every coupon by `next`, while others are inserted. The pages are made by the code of the list; only the pictures are
 * left out, because drawing five million of them would take an hour and prove nothing here.
 */
async function wholeWalk(): Promise<void> {
  const { db, pool } = bench
  const all = listedCoupons({ db, scope: 'all' } as ScopedCtx, couponListInput.parse({}))
  const top = await pool.query<{ n: number }>('select count(*)::int as n from coupons')
  const begin = nowMs()
  let [rows, repeated, cursor, before] = [0, 0, undefined as string | undefined, Number.POSITIVE_INFINITY]
  const times: number[] = []
  for (let page = 1; ; page++) {
    const at = nowMs()
    const answer = await readPage(
      { page, page_size: 100, cursor, search: undefined },
      {
        path: COUPONS,
        order: all.order,
        find: (range) => findPage(db, range, all),
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
  const offset = await timed(() =>
    pool.query('select id from coupons order by id desc limit 101 offset $1', [rows - 100]),
  )
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
      'last page by OFFSET, ms': offset,
    },
  ])
}
