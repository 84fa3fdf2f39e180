import type { EnrolmentOutput } from '@tvarit/shared/contracts/second-factor'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../components/copy-button.tsx'
import styles from './second-factor.module.css'

/** What to do with a new secret: scan it, type it or open it, then show the first code (`children`). */
export function SecretSteps({ enrolment, children }: { enrolment: EnrolmentOutput; children: ReactNode }) {
  const groups = enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <ol className={`stack gap-m numbered ${styles.steps}`}>
      <li>
        <p>
          Scan this with an authenticator app such as Google Authenticator, Microsoft Authenticator or Aegis. On this
          phone, <a href={enrolment.url}>open it in the app</a>.
        </p>
        <img className={styles.qr} src={enrolment.qr_code} alt="QR code for the authenticator app" />
        <p className="soft">Cannot scan? Type this key into the app:</p>
        <p className="mono">
          {groups}
          <CopyButton text={enrolment.secret} what="Key" />
        </p>
      </li>
      <li>
        <p>Enter the 6 digits the app shows now.</p>
        {children}
      </li>
    </ol>
  )
}
