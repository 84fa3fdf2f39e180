import type { AlertDetail, AlertReport } from '@tvarit/shared/contracts/alerts'
import { isUsablePlace } from '@tvarit/shared/contracts/near-india'
import { Button } from 'antd'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Card } from '../../../components/card.tsx'
import { formatAge } from '@tvarit/shared/contracts/format-age'
import { formatDateTime } from '../../../lib/dates.ts'
import { coordinates } from '../alert-facts.ts'
import { useSetPlace } from '../use-alert-actions.ts'
import { PhoneLine, PlaceLine } from '../contact-lines.tsx'
import styles from './detail.module.css'

/** Every report with what its phone sent; shown when there is more to it than the alert itself says. */
export function ReportList({ alert }: { alert: AlertDetail }) {
  const { reports, report_count } = alert
  if (reports.length < 2 && !reports.some((report) => differs(report, alert))) return null
  const left_out = report_count - reports.filter(({ added_later }) => !added_later).length
  return (
    <Card title="Reports" aside={<span className="soft">{countText(report_count)}</span>}>
      {left_out > 0 ? <p className="soft">The newest {reports.length} of them.</p> : null}
      <ol className="stack">
        {reports.map((report) => (
          <li key={report.id} className={styles.report}>
            <time className="muted numbers" dateTime={report.pressed_at} title={formatDateTime(report.pressed_at)}>
              {indianTime(report.pressed_at)}
            </time>
            <Report report={report} alert={alert} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Report({ report, alert }: { report: AlertReport; alert: AlertDetail }) {
  const { first_respondent_phone, distance_m, delayed_seconds } = report
  return (
    <div className="stack gap-xs">
      {report.added_later ? <p className="soft">Added later.</p> : null}
      {first_respondent_phone ? (
        <PhoneLine label="Bystander" phone={first_respondent_phone} what="Bystander phone" />
      ) : report.added_later ? null : (
        <p className="soft">Gave no number.</p>
      )}
      <PlaceLine alert={report} />
      {distance_m !== null && distance_m >= 1 && isUsablePlace(report) ? (
        <p className="soft">{distanceText(distance_m)} from the alert's place</p>
      ) : null}
      {report.call_me ? <p className="soft">Asked to be called.</p> : null}
      {report.photo ? <ScenePhoto src={report.photo} /> : null}
      <ChoosePlace report={report} alert={alert} />
      {delayed_seconds !== null ? (
        <p className="soft">
          Arrived at {indianTime(report.received_at)}: the phone had no network for {formatAge(delayed_seconds)}.
        </p>
      ) : null}
    </div>
  )
}

/** What the bystander saw; opened whole in a page of its own. */
const ScenePhoto = ({ src }: { src: string }) => (
  <a href={src} target="_blank" rel="noreferrer">
    <img className={styles.scene} src={src} alt="The scene, as a bystander sent it" />
  </a>
)

/** Where reports name several places: makes this one the place of the alert. Null for the place it has already. */
function ChoosePlace({ report, alert }: { report: AlertReport; alert: AlertDetail }) {
  const choose = useSetPlace({ errorText: TEXTS.place_set_failed })
  const place = coordinates(report)
  const settled = !alert.places_differ && alert.latitude !== null
  if (!place || !isUsablePlace(report) || alert.status === 'REJECTED' || (settled && place === coordinates(alert)))
    return null
  return (
    <Button
      className={styles.choosePlace}
      size="small"
      loading={choose.isPending}
      onClick={() => choose.mutate({ id: alert.id, report_id: report.id })}
    >
      Use this place
    </Button>
  )
}

const countText = (count: number): string => (count === 1 ? '1 report' : `${count} reports`)

const distanceText = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`

/** The alert holds the best of all presses and what was added later; a single press may say something else. */
const differs = (report: AlertReport, alert: AlertDetail): boolean =>
  report.photo !== null ||
  report.call_me ||
  report.delayed_seconds !== null ||
  report.first_respondent_phone !== alert.first_respondent_phone ||
  report.landmark !== alert.landmark ||
  coordinates(report) !== coordinates(alert)
