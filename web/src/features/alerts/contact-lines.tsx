import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { digipinOf } from '@tvarit/shared/contracts/digipin'
import { isUsablePlace } from '@tvarit/shared/contracts/near-india'
import { dialled } from '@tvarit/shared/contracts/phone-numbers'
import { Button } from 'antd'
import { CopyButton } from '../../components/copy-button.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { accuracyText, coordinates } from './alert-facts.ts'
import styles from './contact-lines.module.css'

interface PhoneLineProps {
  phone: string
  what: string
  label?: string
  /** Shows a button that calls, with this name. */
  call?: string
}

/** A number to call and to copy. */
export function PhoneLine({ phone, what, label, call }: PhoneLineProps) {
  return (
    <p className="row gap-s tight">
      {label ? <span className="muted">{label}</span> : null}
      <PhoneLink className={`strong ${styles.phone}`} phone={phone} />
      <CopyButton text={phone} what={what} />
      {call ? (
        <Button href={dialled(phone)} aria-label={call}>
          Call
        </Button>
      ) : null}
    </p>
  )
}

type Place = Pick<AlertCard, 'latitude' | 'longitude' | 'accuracy' | 'landmark' | 'place'>

/** Where: landmark, the place in words, coordinates with their honest accuracy, a map, DIGIPIN. Says so when there is none of it. */
export function PlaceLine({ alert }: { alert: Place }) {
  const place = coordinates(alert)
  const digipin = place ? digipinOf(alert.latitude!, alert.longitude!) : null
  return (
    <div className={styles.place}>
      {alert.landmark ? <p className="text-l strong">{alert.landmark}</p> : null}
      {alert.place ? <p>{alert.place}</p> : null}
      {place ? (
        <p className="row gap-s tight">
          <span className={styles.pair}>
            <a href={openStreetMap(place)} target="_blank" rel="noreferrer" className={`target ${styles.coordinates}`}>
              {place}
            </a>
            <CopyButton text={place} what="Coordinates" />
          </span>
          <span className="muted">{unusable(alert) ?? accuracyText(alert.accuracy)}</span>
          {digipin ? (
            <span className={styles.pair}>
              <span className="numbers">DIGIPIN {digipin}</span>
              <CopyButton text={digipin} what="DIGIPIN" />
            </span>
          ) : null}
        </p>
      ) : (
        <p className="muted">
          No usable GPS position was sent{alert.landmark ? '' : ', ask the caller for a landmark'}.
        </p>
      )}
    </div>
  )
}

/** Why a place that was sent is not the alert's; null where it can be. */
function unusable(place: Place): string | null {
  if (isUsablePlace(place)) return null
  return isUsablePlace({ ...place, accuracy: null })
    ? 'not used: known only within 50 km or more'
    : 'not used: far outside India'
}

/** The address of a place (`12.97, 77.59`) on OpenStreetMap. */
export function openStreetMap(place: string): string {
  const [latitude, longitude] = place.split(', ')
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}

/** The address of a place (`12.97, 77.59`) on Google Maps. */
export const googleMaps = (place: string): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place.replace(' ', ''))}`
