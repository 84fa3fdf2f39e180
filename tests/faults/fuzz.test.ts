import fs from 'node:fs'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { ROLES } from '@tvarit/shared/contracts/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutate, toBytes, type Draft } from '../harness/fuzz/mutate-request.ts'
import { noise, pageRequest, trpcRequest } from '../harness/fuzz/foreign-requests.ts'
import { type Claim, foreignWrites } from '../harness/fuzz/judge-writes.ts'
import { pick } from '../harness/fuzz/hostile-values.ts'
import { type OpenApiDocument, readOpenApiDocument } from '../harness/open-api-document.ts'
import { createPerson, type Person } from '../harness/people.ts'
import { type Process, startProcess } from '../harness/processes.ts'
import { type RawAnswer, sendBytes } from '../harness/raw-http.ts'
import { createRestCalls, type RestCalls, type Sent } from '../harness/rest-calls.ts'
import { seeded } from '../harness/seeded.ts'
import { createWorld, type World } from '../harness/world.ts'
import { startWriteLog } from '../harness/write-log.ts'

// Hostile input against everything the document names, and what it does not name. FUZZ_SEED repeats a run,
// FUZZ_ONLY=<number> one request of it, FUZZ_REQUESTS says how many.

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1_500)
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 0xffff_ffff))
const ONLY = process.env.FUZZ_ONLY ? [Number(process.env.FUZZ_ONLY)] : null
/** Examples are used up (deleted, finished, their codes spent): so many requests later each is made anew. */
const FRESH_EXAMPLES_EVERY = 2_500
const MOST_RESIDENT_MB = 600
/** Nothing may hang; a machine with ten times too much to do was once silent for ten seconds. */
const MOST_MS = 30_000

let world: World
let server: Process
let worker: Process
let document: OpenApiDocument
let calls: RestCalls
let writes: Awaited<ReturnType<typeof startWriteLog>>
const people: Person[] = []
const examples = new Map<string, { sent: Sent; since: number }>()

beforeAll(async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: port, PUBLIC_URL: url, TRUST_PROXY: '1' }
  world = { ...(await createWorld({ server: false, worker: false, settings })), url }
  writes = await startWriteLog(world, ['tvarit-server', 'tvarit-alerts'])
  server = await startProcess('server', world.environment)
  worker = await startProcess('worker', world.environment)
  document = await readOpenApiDocument(url)
  calls = await createRestCalls(world)
  for (const role of ROLES) people.push(await createPerson(world, role))
})
afterAll(async () => {
  await Promise.all([server?.kill(), worker?.kill()])
  await world?.stop()
})

async function exampleOf(operation_id: string, now: number): Promise<Sent> {
  const found = examples.get(operation_id)
  if (found && now - found.since < FRESH_EXAMPLES_EVERY) return found.sent
  const sent = await calls.make(operation_id)!.catch(async () => {
    // A hostile request in the admin's own name may have ended the session that examples are made with.
    calls = await createRestCalls(world)
    return calls.make(operation_id)!
  })
  examples.set(operation_id, { sent, since: now })
  return sent
}

const NO_CLAIM: Claim = { ids: [], text: '' }

interface Aimed {
  bytes: Buffer
  draft: Draft | null
  /** Ids the caller has a claim to, when that is known. */
  claim: Claim | null
  leave: boolean
}

async function aim(random: () => number, n: number): Promise<Aimed> {
  const kind = random()
  const caller = random() < 0.15 ? null : pick(random, people)
  if (kind < 0.04) return { bytes: noise(random, caller?.access ?? null), draft: null, claim: null, leave: true }
  const foreign = kind < 0.1 ? pageRequest(random) : kind < 0.22 ? trpcRequest(random, caller?.access ?? null) : null
  if (foreign) return { bytes: toBytes(foreign), draft: foreign, claim: null, leave: false }
  const { method, path, operation } = pick(random, document.operations)
  const sent = await exampleOf(operation.operationId, n)
  // Half of them come from someone who may, so that the input is looked at.
  const actor = random() < 0.5 ? (sent.as === null ? null : (sent.as ?? calls.admin)) : caller
  const draft = await mutate(random, method, path, sent, actor?.access ?? null)
  // Codes hang on the caller's number, not on an id.
  const text = `${draft.path} ${draft.query} ${draft.body.toString('latin1')} ${actor?.phone_number ?? ''}`
  const ids = [actor?.id ?? 0, ...(text.match(/\d{1,15}/g) ?? []).map(Number)]
  // Whoever may call without a session proves by what he sends whose rows are meant.
  const claim = operation.security.length === 0 || !actor ? null : { ids, text }
  return { bytes: toBytes(draft), draft, claim, leave: draft.leave }
}

/** What is wrong with an answer; empty when nothing is. */
function wrongWith({ draft, leave }: Aimed, answer: RawAnswer): string[] {
  const { status, body } = answer
  if (status >= 500) return [`${status} ${body.toString().slice(0, 200)}`]
  if (status === 0) return leave ? [] : ['closed without an answer']
  // Rejected by the HTTP parser, before there is a request: no body.
  if (status < 400 || !draft?.path.startsWith('/api/') || draft.method === 'HEAD' || body.length === 0) return []
  try {
    const problem = document.errorMismatch(JSON.parse(body.toString()))
    return problem ? [`${status} with ${problem}`] : []
  } catch {
    return [`${status} without the documented shape: ${body.toString().slice(0, 100)}`]
  }
}

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

test(`hostile requests get a clear error, write nothing foreign and leave the server running`, async () => {
  const wrong: string[] = []
  const statuses: Record<number, number> = {}
  // What callers who left had sent may be done while later ones are served.
  const left: Claim[] = []
  for (const n of ONLY ?? Array.from({ length: REQUESTS }, (_, index) => index)) {
    const random = seeded(SEED + n * 7_919)
    const aimed = await aim(random, n)
    await writes.take()
    const answer = await sendBytes(world.url, aimed.bytes, { leave: aimed.leave, within_ms: MOST_MS }).catch(
      (error: Error) => error,
    )
    const written = await writes.take()
    const found =
      answer instanceof Error
        ? [answer.message]
        : [
            ...wrongWith(aimed, answer),
            ...(answer.status >= 400 || aimed.claim
              ? foreignWrites(written, answer.status >= 400, aimed.claim ?? NO_CLAIM)
              : []),
          ]
    if (aimed.leave) left.push(aimed.claim ?? NO_CLAIM)
    const earlier = {
      ids: left.slice(-10).flatMap(({ ids }) => ids),
      text: left
        .slice(-10)
        .map(({ text }) => text)
        .join(),
    }
    const excused = left.length > 0 && found.length > 0 && foreignWrites(written, false, earlier).length === 0
    if (!(answer instanceof Error)) statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if ((found.length === 0 || (excused && found.every((each) => /^(INSERT|UPDATE|DELETE) /.test(each)))) && !ONLY)
      continue
    wrong.push(
      `FUZZ_SEED=${SEED} FUZZ_ONLY=${n}: ${found.join('; ')}\n  ${aimed.bytes.toString('latin1', 0, 1_200).replaceAll('\r\n', '\n  ')}`,
    )
    if (!server.alive() || wrong.length > 30) break
  }
  console.log(
    `fuzz: seed ${SEED}, ${REQUESTS} requests, answers ${JSON.stringify(statuses)}, ${residentMb().toFixed(0)} MB`,
  )
  expect(wrong.join('\n\n')).toBe('')
  expect(server.alive() && worker.alive()).toBe(true)
  expect(residentMb()).toBeLessThan(MOST_RESIDENT_MB)
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200)
}, 3_600_000)

/** Found by earlier runs: each was answered with a 5xx. */
const FOUND: [string, string, Record<string, string>, string, number][] = [
  ['GET', '/trpc/auth.login?input=1', {}, '', 405],
  ['GET', '/trpc/%ff', {}, '', 400],
  ['POST', '/trpc/auth.login', { 'content-type': 'application/json' }, '{"a', 400],
  ['POST', '/api/users/login/', { 'content-type': 'application/json', 'content-encoding': 'br' }, '{"login":"x"}', 400],
  ['POST', '/api/users/register/subscriber/', { 'content-type': 'multipart/mixed; boundary=a' }, '--a--', 415],
  ['GET', '/t/%00', {}, '', 404],
]
test.each(FOUND)('%s %s %o %j is answered with %i', async (method, path, headers, body, status) => {
  const answer = await fetch(`${world.url}${path}`, { method, headers, ...(body ? { body } : {}) })
  expect(answer.status).toBe(status)
})
