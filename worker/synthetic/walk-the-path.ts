import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import net from 'node:net'
import tls from 'node:tls'
import { withTimeout } from '@tvarit/shared/platform/process/with-timeout'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { SyntheticStage } from '@tvarit/shared/contracts/ops'
import type { ScanResult } from '@tvarit/shared/domain/operations/synthetic/end-scan'
import { readScanProgress } from '@tvarit/shared/domain/operations/synthetic/read-scan-progress'
import { syntheticPass } from '@tvarit/shared/domain/synthetic/synthetic-coupon'
import type { Ctx } from '@tvarit/shared/platform/context'
import { toLoggable } from '@tvarit/shared/platform/log/loggable-error'

/** Longest wait for one stage, milliseconds. Together they stay below `begin-scan.ts`'s limit for a whole scan. */
const STAGE_MS = 10_000

/** A reason in our own words, safe to store and to show. */
class Broken extends Error {}

/**
 * One scan through the whole product, as a bystander makes it: name, connection and certificate, the sticker's page, the
 * press, the alert on a socket as a console has it, the job, the message. Never throws; returns how far it came. `alert_id` is null without a press.
 */
export async function walkThePath(
  ctx: Ctx,
  token: string,
  stage_ms = STAGE_MS,
): Promise<ScanResult & { alert_id: number | null }> {
  const base = ctx.config.SYNTHETIC_URL ?? ctx.config.PUBLIC_URL
  const stages: ScanResult['stages'] = {}
  let stage: SyntheticStage = 'name'
  let alert_id: number | null = null
  let watcher: Console | null = null
  const timed = async <T>(name: SyntheticStage, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    stage = name
    const began = performance.now()
    const result = await withTimeout(stage_ms, work, () => new Broken(`Not within ${stage_ms / 1000} s.`))
    stages[name] = Math.round(performance.now() - began)
    return result
  }
  try {
    const { hostname: host, port, protocol } = new URL(base)
    const secure = protocol === 'https:'
    const at = { host, port: Number(port) || (secure ? 443 : 80) }
    await timed('name', () => lookup(host))
    await timed('connection', (signal) => opened(net.connect(at), 'connect', signal))
    if (secure) {
      const servername = net.isIP(host) ? '' : host
      await timed('certificate', (signal) => opened(tls.connect({ ...at, servername }), 'secureConnect', signal))
    }
    await timed('http', (signal) => readPage(`${base}/s/${token}`, signal))
    watcher = await timed('socket', (signal) => openConsole(base, syntheticPass(ctx.config), signal))
    const id = (alert_id = await timed('press', (signal) => press(`${base}/api/scan/${token}/alerts/`, signal)))
    await timed('console', () => watcher!.shows(id))
    await timed('outbox', (signal) => until(signal, async () => (await readScanProgress(ctx.db, id)).published))
    await timed('message', (signal) => until(signal, async () => (await readScanProgress(ctx.db, id)).sent))
    return { stages, alert_id }
  } catch (error) {
    const reason = error instanceof Broken ? error.message : describe(error)
    return { stages, alert_id, failed: { stage, reason } }
  } finally {
    watcher?.close()
  }
}

function describe(error: unknown): string {
  const { message, code, cause } = toLoggable(error)
  return [message, code, cause?.code ?? cause?.message].filter(Boolean).join(': ').slice(0, 200)
}

/** A connection of its own, closed once it is open: a later stage then fails for a reason of its own. */
async function opened(socket: net.Socket, event: string, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, event, { signal })
  } finally {
    socket.destroy()
  }
}

async function readPage(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal, redirect: 'manual' })
  const page = await response.text()
  if (response.status !== 200) throw new Broken(`The sticker's page answered ${response.status}.`)
  if (!page.includes('<form')) throw new Broken("The sticker's page has no button.")
}

async function press(url: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    signal,
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scan_id: randomUUID() }),
  })
  if (response.status !== 201) throw new Broken(`The press was answered ${response.status}.`)
  return ((await response.json()) as { id: number }).id
}

interface Console {
  /** Resolves when the socket has shown this alert. */
  shows(id: number): Promise<void>
  close(): void
}

async function openConsole(base: string, pass: string, signal: AbortSignal): Promise<Console> {
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/ws/synthetic?pass=${pass}`)
  const shown = new Set<number>()
  const ended = Promise.withResolvers<never>()
  let wake = () => {}
  ended.promise.catch(() => {})
  socket.addEventListener('message', ({ data }) => {
    const { alert_id } = JSON.parse(String(data)) as { alert_id: number }
    shown.add(alert_id)
    wake()
  })
  socket.addEventListener('close', ({ code }) => ended.reject(new Broken(`The socket was closed (${code}).`)))
  socket.addEventListener('error', () => ended.reject(new Broken('The socket could not be opened.')))
  signal.addEventListener('abort', () => socket.close())
  const opened = new Promise<void>((resolve) => socket.addEventListener('open', () => resolve()))
  await Promise.race([opened, ended.promise])
  return {
    async shows(id) {
      while (!shown.has(id)) await Promise.race([new Promise<void>((resolve) => (wake = resolve)), ended.promise])
    },
    close: () => socket.close(),
  }
}

async function until(signal: AbortSignal, look: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted && !(await look())) await wait(50)
}
