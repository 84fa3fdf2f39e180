import type { LiveEvent } from '@tvarit/shared/contracts/alerts'
import { LightScreen } from './light-screen.ts'
import { openStockScreen } from './stock-screen.ts'

/** The screens of one arm of the loss benchmark: what each has shown, and in the end what it is missing. */

class ShownAlerts {
  readonly ids = new Set<number>()
  readonly #raised = new Set<string>()
  /** Alerts announced a second time: `raised` for an id and version that was already shown as raised. */
  duplicates = 0
  events = 0
  losses = 0
  snapshots = 0

  take(event: LiveEvent): void {
    this.events += 1
    if (event.type === 'snapshot') {
      this.snapshots += 1
      for (const alert of event.alerts) this.ids.add(alert.id)
      return
    }
    this.ids.add(event.alert.id)
    if (event.kind !== 'raised') return
    const key = `${event.alert.id}:${event.alert.version}`
    if (this.#raised.has(key)) this.duplicates += 1
    this.#raised.add(key)
  }
}

const light: ShownAlerts[] = []
const stock: ShownAlerts[] = []

async function open(message: { urls: string[]; tokens: string[]; light: number; stock: number }): Promise<void> {
  const { urls, tokens } = message
  const token = (index: number) => tokens[index % tokens.length]!
  for (let index = 0; index < message.stock; index++) {
    const shown = new ShownAlerts()
    stock.push(shown)
    openStockScreen(index % 2 ? urls.toReversed() : urls, token(index), (event) => shown.take(event))
  }
  const started = Array.from({ length: message.light }, (_, index) => {
    const shown = new ShownAlerts()
    light.push(shown)
    return new Promise<void>((resolve) => {
      void new LightScreen({
        urls: index % 2 ? urls.toReversed() : urls,
        token: token(index),
        reconnect: true,
        on_started: resolve,
        on_lost: () => (shown.losses += 1),
        on_message: (text) => {
          const { result } = JSON.parse(text.toString()) as { result?: { type: string; data: { data: LiveEvent } } }
          if (result?.type === 'data') shown.take(result.data.data)
        },
      })
    })
  })
  await Promise.all(started)
}

export interface Check {
  expected: number
  lost: number
  /** Of `lost`, those of screens with the stock client. */
  lost_stock_client: number
  duplicates: number
  events: number
  reconnects: number
  snapshots: number
  /** Some ids that are missing somewhere. */
  examples: number[]
}

function check(ids: number[]): Check {
  const all = [...light, ...stock]
  const missing = (shown: ShownAlerts) => ids.filter((id) => !shown.ids.has(id))
  const lost = all.map(missing)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    expected: ids.length * all.length,
    lost: sum(lost.map((each) => each.length)),
    lost_stock_client: sum(stock.map((shown) => missing(shown).length)),
    duplicates: sum(all.map((shown) => shown.duplicates)),
    events: sum(all.map((shown) => shown.events)),
    reconnects: sum(all.map((shown) => shown.losses)),
    snapshots: sum(all.map((shown) => shown.snapshots)),
    examples: [...new Set(lost.flat())].slice(0, 5),
  }
}

process.on('message', (message: { name: string } & Record<string, unknown>) => {
  if (message.name === 'open') {
    void open(message as never).then(() => process.send!({ name: 'open', value: null }))
  } else if (message.name === 'check') {
    process.send!({ name: 'check', value: check(message['ids'] as number[]) })
  }
})
process.on('disconnect', () => process.exit())
process.on('SIGTERM', () => process.exit())
process.send!('ready')
