import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { Card, Fact, Facts } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { formatDateTime } from '../../../lib/dates.ts'
import { accuracyText, coordinates } from '../alert-facts.ts'
import { googleMaps, openStreetMap, PhoneLine } from '../contact-lines.tsx'
import { AlertStatusPill } from '../alert-badges.tsx'
import styles from './detail.module.css'

export function AlertInfo({ alert }: { alert: AlertDetail }) {
  const place = coordinates(alert)
  return (
    <Card title="Alert">
      <Facts>
        <Fact label="Alert ID">
          <span className="numbers">{alert.id}</span>
        </Fact>
        <Fact label="Status">
          <AlertStatusPill status={alert.status} />
        </Fact>
        <Fact label="Raised">{formatDateTime(alert.timestamp)}</Fact>
        <Fact label="Reports">{alert.report_count}</Fact>
        <Fact label="Location">
          {place ? <Location place={place} accuracy={alert.accuracy} /> : 'No GPS position was sent'}
        </Fact>
        <Fact label="Landmark">{alert.landmark}</Fact>
        <Fact label="Bystander">
          {alert.first_respondent_phone ? (
            <PhoneLine phone={alert.first_respondent_phone} what="Bystander phone" />
          ) : (
            'Gave no number'
          )}
        </Fact>
        <Fact label="Attending staff">
          {alert.attending_staff ? `${alert.attending_staff.name}, ${alert.attending_staff.phone_number}` : null}
        </Fact>
        <Fact label="Description">{alert.description}</Fact>
      </Facts>
    </Card>
  )
}

/** Coordinates with what they are worth, and two maps: the operator's choice. */
function Location({ place, accuracy }: { place: string; accuracy: number | null }) {
  return (
    <>
      <span className={styles.place}>
        <span className="numbers">{place}</span>
        <CopyButton text={place} what="Coordinates" />
      </span>
      <span className={styles.note}>{accuracyText(accuracy)}</span>
      <span className={styles.maps}>
        <a href={openStreetMap(place)} target="_blank" rel="noreferrer">
          OpenStreetMap
        </a>
        <a href={googleMaps(place)} target="_blank" rel="noreferrer">
          Google Maps
        </a>
      </span>
    </>
  )
}
