import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { Pill } from '../../components/pill.tsx'
import { formatAge } from '../../lib/dates.ts'
import styles from './ops.module.css'

/** From here on somebody should look: the same figures as in docs/alert-rules.yml. */
const WORRY_SECONDS = { alert: 120, outbox: 15, message: 180 }

/** The promises in six figures, each with a word that says whether it is kept. */
export function KeyStates({ overview }: { overview: OpsOverview }) {
  const [newest] = overview.scans.filter(({ ok }) => ok !== null)
  const waits = overview.oldest_unclaimed_seconds ?? 0
  const outbox = overview.outbox_oldest_seconds ?? 0
  const message = overview.messages_oldest_seconds ?? 0
  return (
    <ul className={styles.cards} aria-label="State of the product">
      <State
        title="Alerts nobody has taken"
        value={String(overview.alerts_unclaimed)}
        note={`${overview.alerts_open} open${waits > 0 ? `; the oldest waits ${formatAge(waits)}` : ''}`}
        bad={waits > WORRY_SECONDS.alert}
      />
      <State
        title="Screens that would be heard"
        value={String(overview.consoles_armed)}
        note={`${overview.consoles_open} open`}
        bad={overview.consoles_armed === 0}
      />
      <State
        title="Synthetic scan"
        value={newest ? (newest.ok ? `${(newest.total_ms / 1000).toFixed(1)} s` : 'Failed') : '-'}
        note={newest ? 'the whole way of an alert' : overview.scan_minutes > 0 ? 'none yet' : 'switched off'}
        bad={newest?.ok === false}
      />
      <State
        title="Jobs not in a queue yet"
        value={overview.outbox_unpublished.toLocaleString('en-IN')}
        note={outbox > 0 ? `the oldest for ${formatAge(outbox)}` : 'nothing waits'}
        bad={outbox > WORRY_SECONDS.outbox}
      />
      <State
        title="Messages not sent yet"
        value={overview.messages_waiting.toLocaleString('en-IN')}
        note={message > 0 ? `the oldest for ${formatAge(message)}` : 'nothing waits'}
        bad={message > WORRY_SECONDS.message}
      />
      <State
        title="Uncertain messages, 24 h"
        value={overview.messages_uncertain.toLocaleString('en-IN')}
        note="may have arrived twice"
        bad={false}
      />
    </ul>
  )
}

function State({ title, value, note, bad }: { title: string; value: string; note: string; bad: boolean }) {
  return (
    <li className={`${styles.card} ${bad ? styles.bad : ''}`}>
      <span className={styles.cardTitle}>{title}</span>
      <span className={styles.figure}>
        {value} {bad ? <Pill tone="red">Look</Pill> : null}
      </span>
      <span className={styles.note}>{note}</span>
    </li>
  )
}
