import { TERMS_VERSION } from '@tvarit/shared/contracts/accounts'
import { TREATMENT } from '@tvarit/shared/contracts/public-pages'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { Sections } from '../../legal/sections.tsx'
import accepted_terms from '../../legal/texts/accepted-terms-en.json'
import styles from './register.module.css'
import type { RegisterDialog, Wording } from './wording.ts'

interface TermsDialogProps {
  wording: Wording
  Dialog: RegisterDialog
  busy: boolean
  onCancel: () => void
  onAccept: () => void
}

/** Beside the form, which would be lost otherwise. */
const AWAY = { target: '_blank', rel: 'noopener' } as const

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
      {wording.terms ? <p className="below">{wording.terms}</p> : null}
      {/* Scrolls, so it takes the focus: a keyboard must be able to read to the end. */}
      <div className={styles.terms} tabIndex={0} role="region" aria-label="Text of the terms">
        <Sections sections={accepted_terms} level={3} values={{ treatment: TREATMENT.en }} />
        <p className="muted">
          In full:{' '}
          <a {...AWAY} href="/terms">
            terms
          </a>
          ,{' '}
          <a {...AWAY} href="/privacy">
            privacy policy
          </a>
          ,{' '}
          <a {...AWAY} href="/refunds">
            refunds
          </a>
          .
        </p>
        <p className="muted">Version {TERMS_VERSION}</p>
      </div>
    </Dialog>
  )
}
