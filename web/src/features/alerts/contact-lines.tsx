import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { CopyButton } from '../../components/copy-button.tsx'
import { accuracyText, coordinates } from './alert-facts.ts'
import styles from './contact-lines.module.css'

/** `98765 43210`: the way Indian numbers are read aloud. */
const spoken = (phone: string): string => (/^\d{10}$/.test(phone) ? `${phone.slice(0, 5)} ${phone.slice(5)}` : phone)

/** A number to call and to copy. */
export function PhoneLine({ phone, what, label }: { phone: string; what: string; label?: string }) {
  return (
    <p className={styles.line}>
      {label ? <span className={styles.label}>{label}</span> : null}
      <a className={styles.phone} href={`tel:+91${phone}`}>
        {spoken(phone)}
      </a>
      <CopyButton text={phone} what={what} />
    </p>
  )
}

type Place = Pick<AlertCard, 'latitude' | 'longitude' | 'accuracy' | 'landmark'>

/** Where: landmark, coordinates with their honest accuracy, a map. Says so when there is none of it. */
export function PlaceLine({ alert }: { alert: Place }) {
  const place = coordinates(alert)
  return (
    <div className={styles.place}>
      {alert.landmark ? <p className={styles.landmark}>{alert.landmark}</p> : null}
      {place ? (
        <p className={styles.line}>
          <a href={openStreetMap(place)} target="_blank" rel="noreferrer" className={styles.coordinates}>
            {place}
          </a>
          <CopyButton text={place} what="Coordinates" />
          <span className={styles.label}>{accuracyText(alert.accuracy)}</span>
        </p>
      ) : (
        <p className={styles.label}>
          No GPS position was sent{alert.landmark ? '' : ', ask the caller for a landmark'}.
        </p>
      )}
    </div>
  )
}

export function openStreetMap(place: string): string {
  const [latitude, longitude] = place.split(', ')
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

export const googleMaps = (place: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place.replace(' ', ''))}`
