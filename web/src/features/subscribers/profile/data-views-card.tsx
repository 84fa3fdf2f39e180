import type { DataViews } from '@tvarit/shared/contracts/data-views'
import { indianMinute } from '@tvarit/shared/contracts/indian-time'
import { ROLE_BADGE, toRole } from '@tvarit/shared/contracts/roles'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../../components/card.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { formatDateMinute } from '../../../lib/dates.ts'
import { trpc } from '../../../lib/trpc-query.ts'

/** Who looked at one's own health data: staff and hospitals, the last fifty. */
export function DataViewsCard() {
  const views = useQuery(trpc.subscribers.dataViews.queryOptions(undefined, { meta: { silent: true } }))
  return (
    <Card title="Who looked at my data">
      <Loaded query={views} loading="Loading who looked at your data" failed={TEXTS.data_views_failed} rows={2}>
        {(seen) =>
          seen.length === 0 ? (
            <p className="soft">Nobody has opened your health data yet.</p>
          ) : (
            <ul className="lines pairs">
              {seen.map((view) => (
                <li key={`${view.who}${view.first_at}${view.alert_id}`}>
                  <div>
                    <p>
                      {view.who}
                      <span className="soft"> {view.role ? ROLE_BADGE[toRole(view.role)] : 'Hospital'}</span>
                    </p>
                    <p className="soft">{whereText(view)}</p>
                  </div>
                  <p className="soft">{whenText(view)}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

type View = DataViews[number]

const whereText = ({ role, alert_id }: View): string =>
  alert_id === null
    ? 'On your subscriber page'
    : `${role === null ? 'Through the link for' : 'On the page of'} alert ${alert_id}`

/** A page that stays open looks again on its own: from when to when says more than how often. */
function whenText({ first_at, last_at }: View): string {
  const from = formatDateMinute(first_at)
  return formatDateMinute(last_at) === from ? from : `${from} to ${indianMinute(last_at)}`
}
