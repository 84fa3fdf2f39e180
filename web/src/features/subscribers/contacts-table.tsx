import type { Profile } from '@tvarit/shared/contracts/accounts'
import { contactsOf } from '@tvarit/shared/contracts/emergency-contacts'
import { CopyButton } from '../../components/copy-button.tsx'
import styles from './subscribers.module.css'

/** Whom to call: Spouse, Relative, Friend 1 to 3 (and the fourth where there is one). */
export function ContactsTable({ profile }: { profile: Profile }) {
  return (
    <table className={styles.contacts}>
      <thead>
        <tr>
          <th scope="col">Contact</th>
          <th scope="col">Name</th>
          <th scope="col">Mobile</th>
        </tr>
      </thead>
      <tbody>
        {contactsOf(profile).map(({ relation, name, mobile }) => (
          <tr key={relation}>
            <th scope="row">{relation}</th>
            <td>{name ?? '-'}</td>
            <td>
              {mobile ? (
                <span className={styles.copied}>
                  <a className="numbers" href={`tel:+91${mobile}`}>
                    {mobile}
                  </a>
                  <CopyButton text={mobile} what={`${relation} mobile`} />
                </span>
              ) : (
                '-'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
