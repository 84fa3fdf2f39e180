import type { ResponseStatistics } from '@tvarit/shared/contracts/reports'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Button } from 'antd'
import { axisEnd } from '../../components/charts/scale.ts'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import styles from './reports.module.css'
import type { AskedAlerts } from './slowest-dialog.tsx'
import { MEASURES, type Measure } from './use-report-filters.ts'
import { shareText, spreadText, waitingText } from './wording.ts'

/** `asks`: which alerts of the range stand behind it. */
export type Group = ResponseStatistics & { name: string; asks: Pick<AskedAlerts, 'from' | 'to' | 'state' | 'shift'> }
type Row = Group & { id: number }

interface ReportTableProps {
  label: string
  title: string
  groups: readonly Group[]
  onAsk: (asked: AskedAlerts) => void
}

/** All figures of every group: what the charts draw one of, and for those who cannot see them. */
export function ReportTable({ label, title, groups, onAsk }: ReportTableProps) {
  const ends = Object.fromEntries(
    MEASURES.map((measure) => [
      measure,
      axisEnd(
        groups.flatMap((group) => group[measure].p90 ?? []),
        LIMITS.response_targets[measure],
      ),
    ]),
  ) as Record<Measure, number>
  const columns: Column<Row>[] = [
    { title, main: true, tabular: true, render: ({ name }) => name },
    { title: 'Alerts', tabular: true, render: ({ count }) => count.toLocaleString('en-IN') },
    { title: 'Claimed within 15 s', tabular: true, render: (row) => shareText(row.claimed_in_15, row.count) },
    { title: 'Claimed within 30 s', tabular: true, render: (row) => shareText(row.claimed_in_30, row.count) },
    ...MEASURES.map((measure): Column<Row> => ({
      title: { claim: 'Claimed after', dispatch: 'Sent after', scene: 'There after' }[measure],
      tabular: true,
      render: (row) => {
        const text = spreadText(row[measure])
        const waiting = waitingText(measure, row[measure])
        if (text === null) return waiting && <SecondLine>{waiting}</SecondLine>
        return (
          <>
            <Button
              type="link"
              size="small"
              className={styles.figure}
              aria-label={`${text}: slowest alerts of ${row.name}`}
              onClick={() => onAsk({ ...row.asks, name: row.name, measure })}
            >
              {text}
            </Button>
            <SpreadBar
              spread={row[measure]}
              end={ends[measure]}
              late={row[measure].p90! > LIMITS.response_targets[measure]}
            />
            {waiting ? <SecondLine>{waiting}</SecondLine> : null}
          </>
        )
      },
    })),
  ]
  return <DataTable label={label} columns={columns} rows={groups.map((group, id) => ({ ...group, id }))} empty={null} />
}

/** The median in the bar of the 90th percentile; the text above says both. */
const SpreadBar = ({
  spread: { median, p90 },
  end,
  late,
}: {
  spread: ResponseStatistics[Measure]
  end: number
  late: boolean
}) => (
  <span className={late ? `${styles.spread} ${styles.late}` : styles.spread} aria-hidden="true">
    <span style={{ width: `${Math.min(100, (100 * p90!) / end)}%` }} />
    <span style={{ width: `${Math.min(100, (100 * median!) / end)}%` }} />
  </span>
)
