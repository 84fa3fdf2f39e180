import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { Link } from 'react-router'
import { secondsText } from '../../components/charts/scale.ts'
import { DataTable } from '../../components/list/data-table.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import type { Measure } from './use-report-filters.ts'
import { MEASURE_NAMES, type Shift, stateName } from './wording.ts'

/** A figure that was pressed. */
export interface AskedAlerts {
  name: string
  measure: Measure
  from: string
  to: string
  state?: string | undefined
  shift?: Shift | undefined
}

/** The alerts behind a figure, the slowest first. */
export function SlowestDialog({ asked: { name, ...asked }, onClose }: { asked: AskedAlerts; onClose: () => void }) {
  useFocusBack()
  const query = useQuery(trpc.figures.slowest.queryOptions(asked, { meta: { silent: true } }))
  return (
    <Modal open title={`${MEASURE_NAMES[asked.measure]}: ${name}`} onCancel={onClose} footer={null} width={640}>
      <p>
        The {LIMITS.slowest_alerts} alerts that waited longest. The target for nine of ten is{' '}
        {secondsText(LIMITS.response_targets[asked.measure])}.
      </p>
      {query.isError ? (
        <LoadFailed text="Failed to load the alerts. Please try again." query={query} />
      ) : (
        <DataTable
          label="Slowest alerts"
          columns={[
            { title: 'Alert', main: true, render: ({ id }) => <Link to={`/qr-alerts/${id}`}>Alert {id}</Link> },
            { title: 'Waited', tabular: true, render: ({ seconds }) => secondsText(seconds) },
            { title: 'Raised', tabular: true, render: ({ timestamp }) => formatDateMinute(timestamp) },
            { title: 'State', render: ({ state }) => stateName(state) },
          ]}
          rows={query.data}
          empty={null}
        />
      )}
    </Modal>
  )
}
