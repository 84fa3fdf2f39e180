import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { digipinOf } from '@tvarit/shared/contracts/digipin'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { languageName } from '@tvarit/shared/contracts/languages'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Card } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Pill } from '../../../components/pill.tsx'
import { healthLine } from '../../../lib/health-facts.ts'
import { accuracyText, coordinates, personName } from '../alert-facts.ts'
import { googleMaps, openStreetMap, PhoneLine } from '../contact-lines.tsx'
import { SetPlaceDialog } from '../place/set-place-dialog.tsx'
import { AlertMap } from './alert-map.tsx'
import styles from './call-sheet.module.css'

/** What a dispatcher says and asks on the phone: where, who calls, about whom, and what to know of their health. */
export function CallSheet({ alert }: { alert: AlertDetail }) {
  const [setting, setSetting] = useState(false)
  const place = coordinates(alert)
  return (
    <Card
      title="Alert"
      aside={
        alert.status === 'REJECTED' ? null : (
          <Button onClick={() => setSetting(true)}>{place ? 'Correct the place' : 'Set the place'}</Button>
        )
      }
    >
      <div className={`below ${place ? styles.withMap : ''}`}>
        <Where alert={alert} place={place} />
        {place ? (
          <div className={styles.map}>
            <AlertMap alert={alert} />
          </div>
        ) : null}
      </div>
      <Bystander alert={alert} />
      <Subscriber alert={alert} />
      {setting ? <SetPlaceDialog alert={alert} onClose={() => setSetting(false)} /> : null}
    </Card>
  )
}

/** The place in words, the landmark, coordinates with what they are worth, DIGIPIN, and two maps. */
function Where({ alert, place }: { alert: AlertDetail; place: string | null }) {
  const digipin = place ? digipinOf(alert.latitude!, alert.longitude!) : null
  return (
    <div className={`stack gap-xs ${styles.where}`}>
      <p className={styles.words}>{place ? (alert.place ?? 'Far from any town') : 'No GPS position was sent'}</p>
      {alert.landmark ? <p className="strong">{alert.landmark}</p> : null}
      {place ? (
        <>
          <p className="row gap-s tight">
            <span className="numbers">{place}</span>
            <CopyButton text={place} what="Coordinates" />
            <span className="soft">{accuracyText(alert.accuracy)}</span>
          </p>
          <p className="row gap-s tight">
            {digipin ? (
              <>
                <span className="numbers">DIGIPIN {digipin}</span>
                <CopyButton text={digipin} what="DIGIPIN" />
              </>
            ) : null}
            <a className="target" href={openStreetMap(place)} target="_blank" rel="noreferrer">
              OpenStreetMap
            </a>
            <a className="target" href={googleMaps(place)} target="_blank" rel="noreferrer">
              Google Maps
            </a>
          </p>
        </>
      ) : (
        <p className="soft">Ask the caller for a town, a landmark or the coordinates.</p>
      )}
    </div>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.row}>
    <span className="soft">{label}</span>
    <div className="row gap-s tight">{children}</div>
  </div>
)

/** The number to call back, and in which language its phone read the page. */
function Bystander({ alert: { first_respondent_phone: phone, language, call_asked_at } }: { alert: AlertDetail }) {
  return (
    <Row label="Bystander">
      {phone ? <PhoneLine phone={phone} what="Bystander phone" call="Call the bystander" /> : <p>Gave no number</p>}
      {language ? <p className="soft">Reads {languageName(language)}</p> : null}
      {call_asked_at ? <Pill tone="yellow">Asked at {indianTime(call_asked_at)} to be called</Pill> : null}
    </Row>
  )
}

/** Whom the alert is about. A sticker nobody registered has no person, and neither has a drill of the office. */
function Subscriber({ alert }: { alert: AlertDetail }) {
  const { user, drill } = alert
  if (!user) {
    return (
      <Row label="Subscriber">
        {drill ? 'None: this is a drill of the office.' : 'Not registered: ask the bystander who needs help.'}
      </Row>
    )
  }
  return (
    <>
      <Row label="Subscriber">
        <p className="strong">{personName(alert)}</p>
        <PhoneLine phone={user.phone_number} what="Phone" call="Call the subscriber" />
      </Row>
      {user.profile ? (
        <Row label="Health">
          <p className="strong">{healthLine(user.profile) || 'Nothing was given.'}</p>
        </Row>
      ) : null}
    </>
  )
}
