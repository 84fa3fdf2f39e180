import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { Collapse } from 'antd'
import { Card, Facts } from '../../components/card.tsx'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { mapSettings } from '../../components/map/map-settings.ts'
import { Pill, RedPill } from '../../components/pill.tsx'
import { formatAge } from '@tvarit/shared/contracts/format-age'
import { formatDateTime } from '../../lib/dates.ts'

type Rule = OpsOverview['retention'][number] & { id: number }

/** From here on an admin should look: the same figures as in docs/alert-rules.yml. */
const WORRY_SECONDS = { seal: 1_800, check: 172_800, retention: 172_800 }

const COLUMNS: Column<Rule>[] = [
  { title: 'What ends', main: true, render: ({ rule }) => rule },
  { title: 'Last run', figures: true, render: ({ ran_at }) => ran_at && formatDateTime(ran_at) },
  { title: 'Removed then', figures: true, render: ({ removed_last }) => removed_last.toLocaleString('en-IN') },
  { title: 'Removed in all', figures: true, render: ({ removed_ever }) => removed_ever.toLocaleString('en-IN') },
]

/** What runs by itself beside the work: seals of the audit log, and what is removed when its time is over. */
export function Housekeeping({ overview: { audit, retention, retention_seconds } }: { overview: OpsOverview }) {
  const waits = audit.unsealed_seconds ?? 0
  const late = retention_seconds ?? 0
  return (
    <Card title="Housekeeping">
      <Facts
        of={{
          'Audit log sealed': (
            <>
              {audit.sealed_at ? formatDateTime(audit.sealed_at) : 'Not yet'}
              {audit.unsealed > 0
                ? `; ${audit.unsealed.toLocaleString('en-IN')} entries wait, the oldest for ${formatAge(waits)}`
                : '; nothing waits'}{' '}
              {waits > WORRY_SECONDS.seal ? (
                <RedPill next="Workers seal it: see that one runs, and whether a transaction has been writing for long.">
                  Not sealed
                </RedPill>
              ) : null}
            </>
          ),
          'Audit log checked': (
            <>
              {checkedWhen(audit)} <CheckResult audit={audit} />
            </>
          ),
          Retention:
            retention_seconds === null ? (
              'Not yet'
            ) : late > WORRY_SECONDS.retention ? (
              <RedPill next="The list below shows which rule has not run; the workers' log says why.">
                {`Something was due for removal ${formatAge(late)} ago`}
              </RedPill>
            ) : (
              <Pill tone="green">Removed daily</Pill>
            ),
          'Streets on maps':
            mapSettings.pmtiles || mapSettings.tiles ? (
              <Pill tone="green">Shown</Pill>
            ) : (
              'None: maps show land, rivers and towns. Put an extract of OpenStreetMap into the file store with npm run map:fetch, set MAP_PMTILES to its name and start the servers again; docs/stores.md has each step.'
            ),
        }}
      />
      <Collapse
        ghost
        items={[
          {
            label: 'Retention, by rule',
            children: (
              <DataTable
                label="Retention, by rule"
                columns={COLUMNS}
                rows={retention.map((rule, id) => ({ ...rule, id }))}
                empty={<p className="soft">No worker has run yet.</p>}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}

/** The newest seals daily; all of them in a round that takes longer. */
function checkedWhen({ checked_at, round_ended_at }: OpsOverview['audit']): string {
  if (!checked_at) return 'Not yet'
  const when = formatDateTime(checked_at)
  if (round_ended_at === checked_at) return `${when}, all of it`
  return round_ended_at ? `${when}, all of it on ${formatDateTime(round_ended_at)}` : when
}

function CheckResult({ audit: { broken, checked_at, check_seconds } }: Pick<OpsOverview, 'audit'>) {
  if (broken) return <RedPill next="The top of this page says where, and what to do.">Changed</RedPill>
  if (check_seconds > WORRY_SECONDS.check) {
    return <RedPill next="Workers check it daily: see that one runs; its log says why the check failed.">Late</RedPill>
  }
  return checked_at ? <Pill tone="green">Unchanged</Pill> : null
}
