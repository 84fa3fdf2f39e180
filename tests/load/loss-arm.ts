import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@tvarit/shared/platform/free-port'
import { type ArmName, type ServerProcess, startArm } from './arms.ts'
import type { BenchDatabase } from './bench-database.ts'
import { Ledger } from './loss-ledger.ts'
import type { Check } from './loss-screens-process.ts'
import { ask, startProcess, type Started } from './processes.ts'

/** A press that has no answer so long after the last kill never gets one. */
const ANSWER_WITHIN_MS = 45_000

interface Options {
  name: ArmName
  bench: BenchDatabase
  tokens: string[]
  stickers: string[]
  light: number
  stock: number
  environment?: Record<string, string>
}

/** Two servers that are started again whenever they die, their screens, and the ledger of what they acknowledged. */
export class LossArm {
  readonly name: ArmName
  readonly ledger: Ledger
  readonly #options: Options
  #urls: string[] = []
  #servers: (ServerProcess | null)[] = []
  #screens: Started | null = null
  #presses: Promise<void>[] = []
  #stopped = false
  kills = 0
  pressed = 0

  /** Presses that were never acknowledged although the servers were there again. */
  unanswered(): number {
    return this.pressed - this.ledger.scanIds().length
  }

  constructor(options: Options) {
    this.name = options.name
    this.#options = options
    this.ledger = new Ledger(path.join(options.bench.folder, `ledger-${options.name}.txt`))
  }

  async start(): Promise<void> {
    const { tokens, light, stock } = this.#options
    const ports = [await freePort(), await freePort()]
    this.#urls = ports.map((port) => `http://127.0.0.1:${port}`)
    this.#servers = ports.map(() => null)
    await Promise.all(ports.map((port, index) => this.#keepAlive(index, port)))
    this.#screens = await startProcess(path.join(import.meta.dirname, 'loss-screens-process.ts'))
    await ask(this.#screens, { name: 'open', urls: this.#urls, tokens, light, stock })
  }

  /** Starts a server and starts it again when it ends, as a supervisor would. Resolves when it first serves. */
  async #keepAlive(index: number, port: number): Promise<void> {
    const { name, bench, environment = {} } = this.#options
    try {
      const server = await startArm(name, bench, { port, environment })
      this.#servers[index] = server
      void server.exited.then(() => {
        this.#servers[index] = null
        if (!this.#stopped) void this.#keepAlive(index, port)
      })
    } catch (error) {
      if (this.#stopped) return
      console.error(`${name}: a server did not start, once more:`, (error as Error).message)
      await wait(300)
      await this.#keepAlive(index, port)
    }
  }

  /** Kills the server with this index by its pid, if it serves at the moment. */
  kill(index: number): void {
    const server = this.#servers[index]
    if (!server) return
    this.#servers[index] = null
    process.kill(server.pid, 'SIGKILL')
    this.kills += 1
  }

  press(): void {
    const sticker = this.#options.stickers[this.pressed++]
    if (!sticker) throw new Error('more presses than stickers')
    this.#presses.push(this.ledger.press(this.#urls, sticker))
  }

  /** Waits until every press is acknowledged and every screen has had time to get everything. */
  async settle(): Promise<Check> {
    await Promise.race([Promise.all(this.#presses), wait(ANSWER_WITHIN_MS)])
    let last = -1
    for (let quiet = 0; ;) {
      const found = await ask<Check>(this.#screens!, { name: 'check', ids: this.ledger.alertIds() })
      quiet = found.lost === last ? quiet + 1 : 0
      if (found.lost === 0 || quiet >= 6) return found
      last = found.lost
      await wait(1_500)
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#screens?.stop(), ...this.#servers.map((server) => server?.stop())])
  }
}
