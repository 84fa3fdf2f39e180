import zlib from 'node:zlib'
import sharp from 'sharp'

/** A request that costs its receiver as much as its kind can. */
export interface WorstInput {
  what: string
  query?: string
  headers?: [string, string][]
  /** Instead of what a path's parameter names. */
  path_part?: string
  /** Of several sizes, largest first: the first that is not too large is the worst. */
  bodies?: Buffer[]
}

/** What a document says of a request's fields, where one does. */
export interface Described {
  query?: string[]
  fields?: string[]
  files?: string[]
}

/** Node takes 16 KB of address and headers. */
const HEAD_BYTES = 14_500
/** Just below the bounds of our parsers. */
const SIZES = [99_000, 63_000, 31_000, 3_900, 900]
const MOST_FILE_BYTES = 5 * 1024 * 1024

/** An emoji of seven code points, a ligature that becomes eighteen letters, letters with many marks, no pair. */
const WIDE = ['👨‍👩‍👧‍👦', 'ﷺ', `e${'\u0301'.repeat(30)}`, 'ỗ', '\u202e', '٣', 'ß', 'İ']

const filled = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)))
const wide = (bytes: number): string => filled(WIDE.join(''), bytes)

/** `aaa`, `aab` ...: the shortest names that differ. */
function names(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const letter = (digit: number) => String.fromCharCode(97 + (digit % 26))
    return letter(n) + letter(n / 26) + letter(n / 676) + (n >= 17_576 ? letter(n / 17_576) : '')
  })
}

/** Addresses and headers: for every route and method. */
export function worstHeads({ query = [] }: Described): WorstInput[] {
  const lists: [string, string][] = [
    ['accept', 'a/b;q=0.1,'],
    ['accept', '*/*;q=0.123;a="b",'],
    ['accept-language', 'a-b;q=0.1,'],
    ['accept-language', 'hi,'],
    ['accept-encoding', 'a;q=0.1,'],
    ['cookie', 'a=b;'],
    ['if-none-match', 'W/"a",'],
    ['if-none-match', ','],
    ['range', '0-1,'],
    ['x-forwarded-for', '1.1.1.1,'],
    ['x-forwarded-for', '::1,'],
    ['x-forwarded-host', 'a,'],
    ['content-type', ';a=b'],
    ['authorization', 'Bearer '],
    ['user-agent', '(('],
    ['origin', 'http://a'],
    ['forwarded', 'for=1,'],
  ]
  const starts: Record<string, string> = { range: 'bytes=', 'content-type': 'multipart/form-data' }
  const list = (name: string, unit: string): WorstInput => ({
    what: `the longest ${name} of ${unit}`,
    headers: [[name, (starts[name] ?? '') + filled(unit, HEAD_BYTES)]],
  })
  const value = encodeURIComponent(wide(4_000))
  return [
    { what: 'nothing' },
    { what: 'the most fields in the query', query: names(3_000).join('&') },
    { what: 'one field again and again', query: filled('a=1&', HEAD_BYTES) },
    { what: 'the longest query of wide characters', query: `a=${encodeURIComponent(wide(4_500))}` },
    { what: 'a query of signs', query: filled('%25', HEAD_BYTES) },
    { what: 'the deepest query', query: `a${filled('[a]', HEAD_BYTES)}=1` },
    ...query.map((field) => ({ what: `the longest ${field}`, query: `${field}=${'a,'.repeat(6_000)}` })),
    ...query.map((field) => ({ what: `the widest ${field}`, query: `${field}=${value}` })),
    ...query.map((field) => ({ what: `${field} again and again`, query: filled(`${field}=1&`, HEAD_BYTES) })),
    ...lists.map(([name, unit]) => list(name, unit)),
    { what: 'the most headers', headers: names(1_900).map((name) => [name, '1']) },
    { what: 'the same header again and again', headers: names(1_900).map(() => ['x-a', '1']) },
    { what: 'the longest path', path_part: filled('a', HEAD_BYTES) },
    { what: 'a path of wide characters', path_part: encodeURIComponent(wide(4_500)) },
    { what: 'a path of folders', path_part: filled('a/', HEAD_BYTES) },
    { what: 'a path of hyphens', path_part: filled('-', HEAD_BYTES) },
  ]
}

const typed = (what: string, type: string, bodies: (string | Buffer)[], more: [string, string][] = []): WorstInput => ({
  what: `${what} as ${type.split(';')[0]}`,
  headers: [['content-type', type], ...more],
  bodies: bodies.map((body) => Buffer.from(body)),
})

type Shape = [what: string, ofSize: (bytes: number) => string]

const JSON_SHAPES: Shape[] = [
  [
    'the most fields',
    (bytes) =>
      `{${names(bytes / 9)
        .map((name) => `"${name}":1`)
        .join(',')}}`,
  ],
  ['the deepest lists', (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`],
  ['the deepest objects', (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`],
  ['the longest text', (bytes) => JSON.stringify({ a: 'a'.repeat(bytes - 20) })],
  ['the most items', (bytes) => `{"a":[${filled('1,', bytes - 20)}1]}`],
  ['the longest number', (bytes) => `{"a":${'1'.repeat(bytes - 20)}}`],
  ['one field again and again', (bytes) => `{${filled('"a":1,', bytes - 20)}"a":1}`],
  ['escapes', (bytes) => `{"a":"${filled('\\u0000', bytes - 20)}"}`],
]

const FORM_SHAPES: Shape[] = [
  ['the most fields', (bytes) => names(bytes / 4).join('&')],
  ['one field again and again', (bytes) => filled('a=&', bytes)],
  ['the longest text of wide characters', (bytes) => `a=${encodeURIComponent(wide(bytes / 4))}`],
  ['signs', (bytes) => filled('%25', bytes)],
  ['separators', (bytes) => '&'.repeat(bytes)],
  ['the deepest names', (bytes) => `a${filled('[a]', bytes - 10)}=1`],
]

/** The same value in every field that is known: together they have so many bytes. */
const VALUES: [what: string, ofSize: (bytes: number) => unknown][] = [
  ['texts', (bytes) => 'a,'.repeat(bytes / 2)],
  ['digits', (bytes) => '1'.repeat(bytes)],
  ['spaces', (bytes) => `${' '.repeat(bytes - 1)}x`],
  ['wide characters', wide],
  ['lists', (bytes) => Array.from({ length: bytes / 2 }, () => 1)],
]

function knownShapes(fields: readonly string[]): { json: Shape[]; form: Shape[] } {
  if (fields.length === 0) return { json: [], form: [] }
  const each = (bytes: number) => Math.max(2, bytes / fields.length - 30)
  const all = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
  return {
    json: VALUES.map(([what, of]) => [`${what} in all its fields`, (bytes) => JSON.stringify(all(of(each(bytes))))]),
    form: VALUES.slice(0, 3).map(([what, of]) => [
      `${what} in all its fields`,
      (bytes) => fields.map((field) => `${field}=${encodeURIComponent(String(of(each(bytes) / 3)))}`).join('&'),
    ]),
  }
}

const bodies = new Map<string, WorstInput[]>()

/** Bodies: for every method that takes one. */
export function worstBodies({ fields = [] }: Described): WorstInput[] {
  const made = bodies.get(fields.join())
  if (made) return made
  const known = knownShapes(fields)
  const sized = (type: string, shapes: Shape[]) => shapes.map(([what, ofSize]) => typed(what, type, SIZES.map(ofSize)))
  const packed = zlib.gzipSync(Buffer.alloc(60_000_000, '['))
  const all = [
    ...sized('application/json', [...JSON_SHAPES, ...known.json]),
    ...sized('application/x-www-form-urlencoded', [...FORM_SHAPES, ...known.form]),
    ...sized('text/plain', [['text', (bytes) => 'a'.repeat(bytes)]]),
    typed('60 MB packed', 'application/json', [packed], [['content-encoding', 'gzip']]),
  ]
  bodies.set(fields.join(), all)
  return all
}

const FORM = 'multipart/form-data; boundary=x'
const part = (name: string, content: string | Buffer, more = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
const form = (what: string, parts: Buffer[]): WorstInput =>
  typed(what, FORM, [Buffer.concat([...parts, Buffer.from('--x--\r\n')])])

/** Forms with files. */
export async function worstForms({ fields = [], files = [] }: Described): Promise<WorstInput[]> {
  const file = files[0] ?? 'photo'
  const sent = (content: string | Buffer) => part(file, content, '; filename="a.png"')
  const pictures = await tinyPictures()
  return [
    form(
      'the most parts',
      names(1_500).map((name) => part(name, '')),
    ),
    form(
      'the parts that are taken',
      names(60).map((name) => part(name, 'a'.repeat(9_900))),
    ),
    form('the deepest names', [part(`a${'[a]'.repeat(5_000)}`, '')]),
    form(
      'the deepest short names',
      names(60).map((name) => part(`${name}[a][a][a][a][a][a][a][a][a][a][a][a][a][a]`, '')),
    ),
    form('a part with the longest head', [part('a', '', `; filename="${wide(60_000)}"`)]),
    form(
      'the widest fields',
      fields.slice(0, 60).map((field) => part(field, wide(9_900))),
    ),
    form('the largest file', [sent(Buffer.alloc(MOST_FILE_BYTES - 1_000, 7))]),
    form('the largest file of almost-ends', [sent(filled('\r\n--', MOST_FILE_BYTES - 1_000))]),
    ...pictures.map(({ what, content }) => form(what, [sent(content)])),
  ]
}

let drawn: Promise<{ what: string; content: Buffer }[]> | undefined

/** Pictures of a few kilobytes that become forty million pixels. */
export function tinyPictures(): Promise<{ what: string; content: Buffer }[]> {
  return (drawn ??= (async () => {
    const blank = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#000' } })
    const png = await blank(6_300).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer()
    const [interlaced, jpeg, progressive, webp, gif] = await Promise.all([
      blank(4_890).png({ palette: true, colours: 2, progressive: true }).toBuffer(),
      blank(6_300).jpeg({ quality: 1 }).toBuffer(),
      blank(4_890).jpeg({ quality: 1, progressive: true }).toBuffer(),
      blank(6_300).webp({ quality: 1 }).toBuffer(),
      blank(6_300).gif().toBuffer(),
    ])
    const named = { png, interlaced, jpeg, progressive, webp, gif }
    return Object.entries(named).map(([what, content]) => ({ what: `a tiny huge ${what}`, content }))
  })())
}

/** First messages of a WebSocket, of the 16 KB that it takes. */
export const worstMessages = (): { what: string; text: string }[] => [
  ...JSON_SHAPES.map(([what, ofSize]) => ({ what, text: ofSize(16_000) })),
  { what: 'the widest token', text: connectionParams(wide(15_000)) },
  { what: 'the deepest token', text: connectionParams('a.'.repeat(900)) },
]

const connectionParams = (token: string): string => JSON.stringify({ method: 'connectionParams', data: { token } })
