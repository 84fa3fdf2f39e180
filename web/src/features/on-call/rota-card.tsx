import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { WEEKDAYS } from '@tvarit/shared/contracts/on-call-plan'
import { Button } from 'antd'
import { Card } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import type { Asked } from './on-call-page.tsx'
import styles from './on-call.module.css'

type Week = OnCallPage['rota']['weeks'][number]

const COLUMNS: Column<Week>[] = [
  { title: 'Person', main: true, render: ({ name }) => name },
  { title: 'From', figures: true, render: ({ from }) => formatDateMinute(from) },
]

export function RotaCard({ data, ask }: { data: OnCallPage; ask: (what: Asked) => void }) {
  const { weekday, time, weeks } = data.rota
  return (
    <Card title="Weekly rota" aside={<Button onClick={() => ask({ dialog: 'rota' })}>Change rota</Button>}>
      {weeks.length > 0 ? (
        <div className={styles.stack}>
          <p>
            Handover every {WEEKDAYS[weekday]} at {time}, India time. After the last person the first one follows.
          </p>
          <DataTable label="Weeks of the rota" size="small" columns={COLUMNS} rows={weeks} empty={null} />
        </div>
      ) : (
        <p className="soft">Without a rota everybody on the list is called at once.</p>
      )}
    </Card>
  )
}
