import type { Hospital } from '@tvarit/shared/contracts/registry'
import { Button } from 'antd'
import { EmailLink } from '../../components/email-link.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { Pill } from '../../components/pill.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'

interface Actions {
  onEdit: (hospital: Hospital) => void
  onRetire: (hospital: Hospital) => void
}

export const hospitalColumns = ({ onEdit, onRetire }: Actions): readonly Column<Hospital>[] => [
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
    figures: true,
    render: ({ phone }) => <PhoneLink phone={phone} />,
  },
  { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
  {
    title: 'Emergencies',
    render: ({ emergency }) => (
      <Pill tone={emergency ? 'green' : 'grey'}>{emergency ? 'Any hour' : 'By arrangement'}</Pill>
    ),
  },
  {
    title: 'Actions',
    actions: true,
    render: (hospital) => (
      <>
        <Button aria-label={`Edit ${hospital.name}`} onClick={() => onEdit(hospital)}>
          Edit
        </Button>
        <Button aria-label={`Retire ${hospital.name}`} onClick={() => onRetire(hospital)}>
          Retire
        </Button>
      </>
    ),
  },
]
