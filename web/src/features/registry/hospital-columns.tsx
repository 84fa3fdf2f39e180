import type { Hospital } from '@tvarit/shared/contracts/registry'
import { EmailLink } from '../../components/email-link.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { Pill } from '../../components/pill.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { actionsColumn, type RowActions } from './actions-column.tsx'

export const hospitalColumns = (actions: RowActions<Hospital> | null): readonly Column<Hospital>[] => [
  {
    title: 'Name',
    main: true,
    sort: 'name',
    render: ({ name, address }) => (
      <>
        {name}
        <SecondLine>{address}</SecondLine>
      </>
    ),
  },
  {
    title: 'Phone',
    tabular: true,
    render: ({ phone }) => <PhoneLink phone={phone} />,
  },
  { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
  {
    title: 'Emergencies',
    render: ({ emergency }) => (
      <Pill tone={emergency ? 'green' : 'grey'}>{emergency ? 'Any hour' : 'By arrangement'}</Pill>
    ),
  },
  ...(actions ? [actionsColumn(actions, ({ name }: Hospital) => name)] : []),
]
