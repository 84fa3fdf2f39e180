import type { AlertDetail, AlertReport } from '@tvarit/shared/contracts/alerts'
import { Card } from '../../../components/facts.tsx'
import { formatAge, formatDateTime, formatTime } from '../../../lib/dates.ts'
import { coordinates } from '../alert-facts.ts'
import { PhoneLine, PlaceLine } from '../contact-lines.tsx'
import styles from './detail.module.css'

/** Every press with what its phone sent; shown when there is more to it than the alert itself says. */
export function ReportList({ alert }: { alert: AlertDetail }) {
  const { reports, report_count } = alert
  if (reports.length < 2 && !reports.some((report) => differs(report, alert))) return null
  const left_out = report_count - reports.length
  return (
    <Card title="Presses of the button" aside={<span className={styles.note}>{countText(report_count)}</span>}>
      {left_out > 0 ? <p className={styles.note}>The newest {reports.length} of them.</p> : null}
      <ol className={styles.reports}>
        {reports.map((report) => (
          <li key={`${report.received_at}${report.pressed_at}`} className={styles.report}>
            <time className={styles.entryTime} dateTime={report.pressed_at} title={formatDateTime(report.pressed_at)}>
              {formatTime(report.pressed_at)}
            </time>
            <Report report={report} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Report({ report }: { report: AlertReport }) {
  const { first_respondent_phone, distance_m, delayed_seconds } = report
  return (
    <div className={styles.reportFacts}>
      {first_respondent_phone ? (
        <PhoneLine label="Bystander" phone={first_respondent_phone} what="Bystander phone" />
      ) : (
        <p className={styles.note}>Gave no number.</p>
      )}
      <PlaceLine alert={report} />
      {distance_m !== null && distance_m >= 1 ? (
        <p className={styles.note}>{distanceText(distance_m)} from the first place</p>
      ) : null}
      {delayed_seconds !== null ? (
        <p className={styles.note}>
          Arrived at {formatTime(report.received_at)}: the phone had no network for {formatAge(delayed_seconds)}.
        </p>
      ) : null}
    </div>
  )
}

const countText = (count: number): string => (count === 1 ? '1 press' : `${count} presses`)

const distanceText = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`

/** The alert holds the best of all presses and what was added later; a single press may say something else. */
const differs = (report: AlertReport, alert: AlertDetail): boolean =>
  report.delayed_seconds !== null ||
  report.first_respondent_phone !== alert.first_respondent_phone ||
  report.landmark !== alert.landmark ||
  coordinates(report) !== coordinates(alert)
