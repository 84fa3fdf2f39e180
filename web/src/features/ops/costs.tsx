import type { CostLine, Costs as CostsOf } from '@tvarit/shared/contracts/ops'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { Card, Facts } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { RedPill } from '../../components/pill.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { trpc } from '../../lib/trpc-query.ts'
import styles from './ops.module.css'

const REFRESH_EVERY_MS = 60_000
const RANGES = [7, 30] as const
const GROUPS = { by_provider: 'Provider', by_day: 'Day', by_template: 'Template' } as const
type Group = keyof typeof GROUPS

const LIMITS: Record<string, string> = {
  OTP_PER_DAY: 'Codes in 24 hours',
  OTHER_MESSAGES_PER_DAY: 'Checks and reminders in 24 hours',
}

const rupees = (paise: number) =>
  (paise / 100).toLocaleString('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 })

type Row = CostLine & { id: string }
const columnsOf = (group: Group): Column<Row>[] => [
  { title: GROUPS[group], main: true, render: ({ name }) => name },
  { title: 'Messages', tabular: true, render: ({ messages }) => formatCount(messages) },
  { title: 'Parts', tabular: true, render: ({ parts }) => formatCount(parts) },
  { title: 'Calls', tabular: true, render: ({ calls }) => formatCount(calls) },
  { title: 'Cost', tabular: true, render: costOf },
]

/** A sum that leaves messages out says so. */
function costOf({ cost_paise, unpriced, messages, calls }: CostLine) {
  if (unpriced === messages + calls) return 'No price'
  return unpriced > 0 ? `${rupees(cost_paise)}, ${formatCount(unpriced)} without price` : rupees(cost_paise)
}

/** Messages and calls with their cost, and how much of the daily limits is used. */
export function Costs() {
  const [days, setDays] = useState<(typeof RANGES)[number]>(7)
  const [group, setGroup] = useState<Group>('by_provider')
  const query = useQuery(
    trpc.ops.costs.queryOptions({ days }, { refetchInterval: REFRESH_EVERY_MS, meta: { silent: true } }),
  )
  const range = (
    <Segmented
      aria-label="Range"
      options={RANGES.map((value) => ({ value, label: `${value} days` }))}
      value={days}
      onChange={setDays}
    />
  )
  return (
    <Card title="Messages and calls" aside={range}>
      <Loaded query={query} loading="Loading costs" failed={TEXTS.ops_costs_failed}>
        {(costs) => (
          <>
            <Facts of={{ ...summary(costs), ...limitsOf(costs) }} />
            <Segmented
              aria-label="By"
              className={styles.choice}
              options={Object.entries(GROUPS).map(([value, label]) => ({ value: value as Group, label }))}
              value={group}
              onChange={setGroup}
            />
            <DataTable
              label={`Messages and calls by ${GROUPS[group].toLowerCase()}`}
              columns={columnsOf(group)}
              rows={costs[group].map((line) => ({ ...line, id: line.name }))}
              empty={<p className="soft">Nothing was sent in these days.</p>}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}

const summary = ({ all }: CostsOf) => ({
  Sent: `${formatCount(all.messages)} messages in ${formatCount(all.parts)} parts, ${formatCount(all.calls)} calls`,
  Cost: all.messages + all.calls === 0 ? '-' : costOf(all),
})

const limitsOf = ({ limits }: CostsOf) =>
  Object.fromEntries(
    limits.map(({ setting, used, most }) => [
      LIMITS[setting] ?? setting,
      <>
        {`${formatCount(used)} of ${formatCount(most)}`}{' '}
        {used >= most ? (
          <RedPill next={`No more are sent until the 24 hours are over. Are they real? Then raise ${setting}.`}>
            Used up
          </RedPill>
        ) : null}
      </>,
    ]),
  )
