export type Random = () => number

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Values nobody expects, as JSON text: some of them cannot be written by JSON.stringify. */
const NASTY_JSON = [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e308',
  '1e400',
  '-0',
  '9007199254740993',
  '-9223372036854775809',
  '2147483648',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e"',
  '"\\ufeff"',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"$gt":""}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{}}}',
  '"\' or 1=1 --"',
  '"%"',
  '"_%\\\\"',
  '"../../../etc/passwd"',
  '"=cmd|\' /C calc\'!A0"',
  '"<img src=x onerror=alert(1)>"',
  '"2026-02-30"',
  '"0000-00-00"',
  '"275761-01-01"',
  '"-000001-01-01"',
  '"9999-12-31"',
  '"2026-11-21T25:61:61Z"',
  '"NaN"',
  '"Infinity"',
  '"undefined"',
  '"1e3"',
  '"0x10"',
  '"١٢٣"',
  '"９１０００００００１"',
  '"+919876543210"',
  '"a@b"',
  '"00000000-0000-0000-0000-000000000000"',
  '"line\\r\\nline"',
  '"👨‍👩‍👧‍👦"',
  '"ﷺ"',
  '"toString"',
  '"hasOwnProperty"',
]

export function hostileJson(random: Random): string {
  const size = random()
  if (size < 0.04) return JSON.stringify('x'.repeat(90_000))
  if (size < 0.08) return JSON.stringify('ß'.repeat(3_000))
  if (size < 0.1) return deep(5_000)
  if (size < 0.12) return JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n])))
  return pick(random, NASTY_JSON)
}

/** The same without quotes, for forms, paths and queries. */
export function hostileText(random: Random): string {
  const json = hostileJson(random)
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : json
  } catch {
    return json
  }
}

const NASTY_PATHS = [
  '-1',
  '0',
  '1',
  '9007199254740993',
  '99999999999999999999',
  '1e3',
  '1.5',
  'abc',
  'null',
  'undefined',
  'NaN',
  '%00',
  '%',
  '%f',
  '%ff%fe',
  '%c0%ae%c0%ae',
  '..%2f..%2fetc%2fpasswd',
  '../../admin',
  '1%2f2',
  '1;2',
  '1?x',
  "1'--",
  '%EF%BC%91',
  '__proto__',
  'constructor',
  '*',
  '{id}',
  ':id',
  '%0d%0aset-cookie:x=1',
  ' ',
  '+',
  '1%20',
  '.',
  '..',
]

export const hostilePathPart = (random: Random): string =>
  random() < 0.05 ? 'a'.repeat(9_000) : pick(random, NASTY_PATHS)

const NASTY_QUERIES = [
  'page=-1',
  'page=0',
  'page=1e9',
  'page=9007199254740993',
  'page=x',
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  'page_size=0',
  'page_size=-5',
  'page_size=100000',
  'page_size=1.5',
  'search=%25%25%25',
  'search=%00',
  'search=%ff',
  'search=_',
  'search=%F0%9F%91%A8',
  'search=%5C',
  "search='",
  'search=a&search=b',
  'cursor=x',
  'cursor=e30',
  'cursor=',
  '__proto__[x]=1',
  '__proto__=1',
  'constructor=1',
  'a=%',
  '=',
  '&&&',
  '?',
  '%',
  'start_date=2026-02-30',
  'status=NONE',
  'end_date=99999-01-01',
  'from=x&to=y',
  'from=2026-01-01&to=1026-01-01',
  'latitude=91&longitude=181',
  'input=%7B',
]

export function hostileQuery(random: Random): string {
  if (random() < 0.05) return `search=${'a'.repeat(6_000)}`
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, NASTY_QUERIES)).join('&')
}

const NASTY_HEADERS: readonly [string, string][] = [
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer x.y.z'],
  ['authorization', `Bearer ${'a'.repeat(3_000)}`],
  ['authorization', 'Basic YWRtaW46YWRtaW4='],
  ['authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
  ['cookie', `a=${'b'.repeat(5_000)}`],
  ['x-forwarded-for', '::ffff:999.1.1.1, unknown'],
  ['x-forwarded-for', '\u00e9'],
  ['x-forwarded-proto', 'javascript:'],
  ['x-http-method-override', 'DELETE'],
  ['host', 'evil.example'],
  ['host', ''],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['accept', '*/*;q=x'],
  ['accept-language', 'x'.repeat(2_000)],
  ['accept-encoding', 'br;q=9, gzip;q=-1'],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['range', 'bytes=9-1,-5,0-99999999999'],
  ['expect', '100-continue'],
  ['trpc-accept', 'application/jsonl'],
  ['user-agent', '\u0001'],
  ['connection', 'upgrade'],
]

export const hostileHeader = (random: Random): [string, string] => pick(random, NASTY_HEADERS)

const NASTY_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=bogus',
  '',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json, text/html',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=a',
  'application/octet-stream',
  '\u00ff/\u00ff',
]

export const hostileType = (random: Random): string => pick(random, NASTY_TYPES)
