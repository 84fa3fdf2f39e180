import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Card } from '../../components/card.tsx'
import { formatDateTime } from '../../lib/dates.ts'
import styles from './ops.module.css'

type Scan = OpsOverview['scans'][number]

/** The last scans as a strip, oldest on the left, and the newest failure in words. */
export function SyntheticScans({ scans, minutes }: { scans: readonly Scan[]; minutes: number }) {
  const failures = scans.filter(({ ok }) => ok === false)
  const [failure] = failures
  const title = 'Synthetic scans'
  if (scans.length === 0) {
    return (
      <Card title={title}>
        <p className="soft">{minutes > 0 ? TEXTS.ops_no_scan_yet(minutes) : TEXTS.ops_scans_off}</p>
      </Card>
    )
  }
  return (
    <Card title={title}>
      <ol className={styles.strip} aria-label={`The last ${scans.length} scans, ${failures.length} failed`}>
        {scans.toReversed().map((scan) => (
          <li key={scan.id} className={styles[toneOf(scan)]} title={inWords(scan)}>
            <span className="visually-hidden">{inWords(scan)}</span>
          </li>
        ))}
      </ol>
      <p className="soft">
        {failure
          ? `${failures.length} of the last ${scans.length} failed. The newest: ${inWords(failure)}`
          : `All of the last ${scans.length} were good. The newest: ${inWords(scans[0]!)}`}
      </p>
    </Card>
  )
}

const toneOf = ({ ok }: Scan) => (ok === null ? 'scanRuns' : ok ? 'scanGood' : 'scanFailed')

function inWords({ started_at, ok, failed_stage, reason, total_ms }: Scan): string {
  const at = formatDateTime(started_at)
  if (ok === null) return `${at}, under way`
  return ok ? `${at}, ${(total_ms / 1000).toFixed(1)} s` : `${at}, stage “${failed_stage}”: ${reason}`
}
