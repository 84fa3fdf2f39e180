import type { Profile } from '@tvarit/shared/contracts/accounts'
import { type Contact, contactsOf } from '@tvarit/shared/contracts/emergency-contacts'
import { CopiedPhone } from '../../components/copy-button.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'

const COLUMNS: Column<Contact>[] = [
  { title: 'Contact', main: true, render: ({ relation }) => relation },
  { title: 'Name', render: ({ name }) => name },
  {
    title: 'Mobile',
    tabular: true,
    render: ({ relation, mobile }) => mobile && <CopiedPhone phone={mobile} what={`${relation} mobile`} />,
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
