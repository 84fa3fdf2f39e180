import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { FigureCard, FigureCards } from '../../components/figure-card.tsx'
import { formatAge } from '@tvarit/shared/contracts/format-age'

/** From here on an admin should look: the same figures as in docs/alert-rules.yml. */
const WORRY_SECONDS = { alert: 120, outbox: 15, message: 180, scan: 900 }

/** The promises in six figures, each with a word that says whether it is kept. */
export function KeyStates({ overview }: { overview: OpsOverview }) {
  const [newest] = overview.scans.filter(({ ok }) => ok !== null)
  const scanned = newest ? (Date.parse(overview.now) - Date.parse(newest.started_at)) / 1000 : 0
  // Late is also measured by how often it is scanned here.
  const late = scanned > Math.max(WORRY_SECONDS.scan, overview.scan_minutes * 120)
  const waits = overview.oldest_unclaimed_seconds ?? 0
  const outbox = overview.outbox_oldest_seconds ?? 0
  const message = overview.messages_oldest_seconds ?? 0
  return (
    <FigureCards label="State of the product">
      <FigureCard
        title="Alerts not claimed"
        value={String(overview.alerts_unclaimed)}
        note={`${overview.alerts_open} open${waits > 0 ? `; the oldest waits ${formatAge(waits)}` : ''}`}
        bad={waits > WORRY_SECONDS.alert}
        next="Open QR Alerts and claim it, or call the person on call."
      />
      <FigureCard
        title="Consoles that would be heard"
        value={String(overview.consoles_armed)}
        note={`${overview.consoles_open} open`}
        bad={overview.consoles_armed === 0}
        next="Open QR Alerts on a console and press Enable."
      />
      <FigureCard
        title="Synthetic scan"
        value={newest ? (newest.ok ? `${(newest.total_ms / 1000).toFixed(1)} s` : 'Failed') : '-'}
        note={scanNote(overview, newest && late ? scanned : null)}
        bad={overview.scan_minutes > 0 && (late || newest?.ok === false)}
        next={
          late
            ? 'A worker makes them: see Processes and start one.'
            : 'The table of synthetic scans names the stage: look at its process.'
        }
      />
      <FigureCard
        title="Jobs not in a queue yet"
        value={overview.outbox_unpublished.toLocaleString('en-IN')}
        note={outbox > 0 ? `the oldest for ${formatAge(outbox)}` : noneOfAnAlert(overview.outbox_unpublished)}
        bad={outbox > WORRY_SECONDS.outbox}
        next="No worker takes them: see Processes and start one."
      />
      <FigureCard
        title="Messages not sent yet"
        value={overview.messages_waiting.toLocaleString('en-IN')}
        note={message > 0 ? `of an alert: for ${formatAge(message)}` : noneOfAnAlert(overview.messages_waiting)}
        bad={message > WORRY_SECONDS.message}
        next="See the providers and the failed messages below."
      />
      <FigureCard
        title="Uncertain messages, 24 h"
        value={overview.messages_uncertain.toLocaleString('en-IN')}
        note="may have arrived twice"
      />
    </FigureCards>
  )
}

function scanNote({ scan_minutes, scans }: OpsOverview, late_seconds: number | null): string {
  if (scan_minutes === 0) return 'switched off'
  if (late_seconds !== null) return `the last one ${formatAge(late_seconds)} ago`
  return scans.some(({ ok }) => ok !== null) ? 'the whole way of an alert' : 'none yet'
}

const noneOfAnAlert = (waiting: number): string => (waiting > 0 ? 'none of an alert' : 'nothing waits')
