import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { newAddress } from './api.ts'
import { press } from './press.ts'
import type { Screen } from './screen.ts'
import type { World } from './world.ts'

/** What was acknowledged to bystanders, kept outside the system. */
export class Ledger {
  /** Every alert id that was ever answered for a scan_id. */
  readonly answers = new Map<string, Set<number>>()
  rejections = 0
  /** How often each other answer came, by its status; 0 is none at all. */
  readonly rejected = new Map<number, number>()

  /**
   * As the page does it: the same press again and again until it is accepted, or so often. Resolves with the alert's id.
   */
  async pressUntilAccepted(url: string | (() => string), token: string, times = 1): Promise<number> {
    const scan_id = randomUUID()
    // Another phone each time: one address is held back after thirty alerts (with TRUST_PROXY=1).
    const ip = newAddress()
    for (let accepted = 0; ;) {
      const answer = await press(
        typeof url === 'string' ? url : url(),
        token,
        { scan_id },
        { 'x-forwarded-for': ip },
      ).catch(() => null)
      if (answer?.http === 201) {
        this.note(scan_id, answer.id)
        if (++accepted === times) return answer.id
        continue
      }
      this.rejections += 1
      const status = answer?.http ?? 0
      this.rejected.set(status, (this.rejected.get(status) ?? 0) + 1)
      // The page's own pause between two tries, shortened; not a wait for a condition.
      await wait(50)
    }
  }

  note(scan_id: string, id: number): void {
    this.answers.set(scan_id, (this.answers.get(scan_id) ?? new Set()).add(id))
  }

  ids = (): number[] => [...new Set([...this.answers.values()].flatMap((ids) => [...ids]))]
  /** Presses that were answered with two different alerts. */
  doubled = (): number => [...this.answers.values()].filter((ids) => ids.size > 1).length

  /** Acknowledged alerts the database does not have, and presses that are there twice. */
  async compare(world: Pick<World, 'pool'>): Promise<{ lost: number; doubles: number }> {
    const { rows } = await world.pool.query<{ id: number; reports: number }>(
      `select a.id, (select count(*) from alert_reports r where r.alert_id = a.id)::int as reports
       from alerts a where a.id = any($1::bigint[])`,
      [this.ids()],
    )
    const twice = rows.filter(({ reports }) => reports > 1).length
    return { lost: this.ids().length - rows.length, doubles: this.doubled() + twice }
  }

  missingOn = (screen: Screen): number[] => this.ids().filter((id) => !screen.alertIds().has(id))
}

/** Alerts a console was shown as new more than once. */
export function shownTwice(screen: Screen): number {
  const raised = screen.events.flatMap((event) =>
    event.type === 'alert' && event.kind === 'raised' ? [event.alert.id] : [],
  )
  return raised.length - new Set(raised).size
}

/**
 * How many messages more than one each the numbers got; and how many numbers got none. Calls are no doubles: the ladder
 * makes them once a minute has gone by without a receipt, which on a busy machine a row takes.
 */
export async function notified(world: World, phones: string[]): Promise<{ none: number; doubles: number }> {
  const messages = world.db.selectFrom('dev_messages').where('template', 'not like', '%_call')
  const rows = await messages.select('to_phone').where('to_phone', 'in', phones).execute()
  const times = Map.groupBy(rows, ({ to_phone }) => to_phone)
  const none = phones.filter((phone) => !times.has(phone)).length
  return { none, doubles: rows.length - times.size }
}
