import { TERMS_VERSION } from '@tvarit/shared/contracts/accounts'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import styles from './register.module.css'
import type { RegisterDialog, Wording } from './wording.ts'

interface TermsDialogProps {
  wording: Wording
  Dialog: RegisterDialog
  busy: boolean
  onCancel: () => void
  onAccept: () => void
}

/** In plain words, what a subscriber agrees to. A change of meaning needs a new `TERMS_VERSION`. */
export function TermsDialog({ wording, Dialog, busy, onCancel, onAccept }: TermsDialogProps) {
  return (
    <Dialog
      title="Terms and Conditions"
      onCancel={onCancel}
      footer={
        <>
          <PlainButton onClick={onCancel}>Cancel</PlainButton>
          <PlainButton kind="primary" busy={busy} onClick={onAccept}>
            Accept
          </PlainButton>
        </>
      }
    >
      {wording.terms ? <p className={styles.otpLead}>{wording.terms}</p> : null}
      {/* Scrolls, so it takes the focus: a keyboard must be able to read to the end. */}
      <div className={styles.terms} tabIndex={0} role="region" aria-label="Text of the terms">
        <h3>What you get</h3>
        <ul>
          <li>Somebody scans your sticker and presses one button; our call centre is alerted day and night.</li>
          <li>
            An ambulance ride to a hospital: up to <strong>10 km</strong> on the Basic plan, up to{' '}
            <strong>15 km</strong> on Gold. Each plan covers <strong>one ride</strong> in its year (one-time use).
            Beyond that, ask the driver for the price before you go.
          </li>
          <li>Messages to the contacts you name, with the driver&apos;s number.</li>
          <li>The subscription runs for one year from today and does not renew by itself.</li>
        </ul>
        <h3>What this is not</h3>
        <ul>
          <li>It does not replace 112 or 108. In an emergency, calling them is never wrong.</li>
          <li>We cannot promise a time of arrival: traffic, distance and free ambulances decide it.</li>
          <li>It is not an insurance and does not pay for treatment.</li>
        </ul>
        <h3>Your data, and your consent</h3>
        <ul>
          <li>
            By pressing Accept you <strong>consent</strong> that we keep what you entered, including your{' '}
            <strong>health conditions and medicines</strong>, to help you in an emergency.
          </li>
          <li>
            Health data are seen by call-centre staff and, when we send them a link, by the hospital. Each look is
            logged. Your contacts are told that there is an emergency, never your health data. Whoever scans the sticker
            sees none of it.
          </li>
          <li>Name only contacts who agree to be called.</li>
          <li>
            You can see and correct your data in your profile. Tell us at any time, and we delete it and this consent
            ends; without the data we can no longer help you by sticker.
          </li>
        </ul>
        <h3>The sticker</h3>
        <ul>
          <li>
            One sticker belongs to one person. Do not give it to somebody else: their alert would call your family.
          </li>
          <li>False alerts on purpose keep an ambulance from somebody who needs it, and may end the subscription.</li>
        </ul>
        <p className={styles.hint}>Version {TERMS_VERSION}</p>
      </div>
    </Dialog>
  )
}
