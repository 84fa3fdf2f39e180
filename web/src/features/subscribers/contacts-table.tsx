import type { Profile } from '@tvarit/shared/contracts/accounts'
import { type Contact, contactsOf } from '@tvarit/shared/contracts/emergency-contacts'
import { CopyButton } from '../../components/copy-button.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import styles from './subscribers.module.css'

const COLUMNS: Column<Contact>[] = [
  { title: 'Contact', main: true, render: ({ relation }) => relation },
  { title: 'Name', render: ({ name }) => name },
  {
    title: 'Mobile',
    figures: true,
    render: ({ relation, mobile }) =>
      mobile && (
        <span className={styles.copied}>
          <PhoneLink phone={mobile} />
          <CopyButton text={mobile} what={`${relation} mobile`} />
        </span>
      ),
  },
]

/** Whom to call: Spouse, Relative, Friend 1 to 3 (and the fourth where there is one). */
export const ContactsTable = ({ profile }: { profile: Profile }) => (
  <DataTable
    label="Emergency Contacts"
    size="small"
    columns={COLUMNS}
    rows={contactsOf(profile).map((contact) => ({ ...contact, id: contact.relation }))}
    empty={null}
  />
)
