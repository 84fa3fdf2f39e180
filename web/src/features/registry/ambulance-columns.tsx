import type { Ambulance } from '@tvarit/shared/contracts/registry'
import { SecondLine } from '../../components/list/second-line.tsx'
import type { Column } from '../../components/list/data-table.tsx'
import { actionsColumn, type RowActions } from './actions-column.tsx'
import { StatusSwitch } from './status-switch.tsx'
import { positionText, TYPE_TEXT } from './wording.ts'
import { useNow } from '../../lib/use-now.ts'
import { PhoneLink } from '../../components/phone-link.tsx'

/** Ticks on its own, so that a whole list need not. */
const PositionAge = ({ position_at }: { position_at: string | null }) => positionText(position_at, useNow())

export const ambulanceColumns = (actions: RowActions<Ambulance> | null): readonly Column<Ambulance>[] => [
  {
    title: 'Vehicle',
    main: true,
    sort: 'vehicle_number',
    render: ({ vehicle_number, type }) => (
      <>
        <span className="mono numbers">{vehicle_number}</span>
        <SecondLine>{TYPE_TEXT[type]}</SecondLine>
      </>
    ),
  },
  { title: 'Operator', render: ({ operator }) => operator },
  {
    title: 'Driver',
    render: ({ driver_name, driver_phone }) => (
      <>
        {driver_name}
        <SecondLine>
          <PhoneLink phone={driver_phone} />
        </SecondLine>
      </>
    ),
  },
  { title: 'Position', render: ({ last_position_at }) => <PositionAge position_at={last_position_at} /> },
  { title: 'Status', render: (ambulance) => <StatusSwitch ambulance={ambulance} /> },
  ...(actions
    ? [
        actionsColumn(
          actions,
          ({ vehicle_number }) => vehicle_number,
          ({ alert_id }) => alert_id !== null,
        ),
      ]
    : []),
]
