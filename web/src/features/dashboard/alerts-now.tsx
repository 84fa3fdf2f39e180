import { Link } from 'react-router'
import { Card } from '../../components/card.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Pill } from '../../components/pill.tsx'
import { useNow } from '../../lib/use-now.ts'
import { AlertAge } from '../alerts/alert-age.tsx'
import { byUrgency, isUnclaimed, personName, urgency } from '../alerts/alert-facts.ts'
import { openText, useOpenCounts } from '../alerts/open-counts.ts'
import { useLive, useNotLive } from '../alerts/live/live-store.ts'
import styles from './dashboard.module.css'

const SHOWN = 3

/** The open alerts as this console has them live; the board is one press away. */
export function AlertsNow() {
  const { cards } = useLive()
  const not_live = useNotLive() !== null
  const now = useNow()
  const open = [...cards.values()].filter(({ status }) => status === 'PENDING').toSorted(byUrgency)
  const counts = useOpenCounts()
  return (
    <div className={`${styles.now} ${counts && counts.unclaimed > 0 ? styles.nowUrgent : ''}`}>
      <Card
        title="Alerts now"
        aside={
          <LinkButton to="/qr-alerts" primary>
            Open the board
          </LinkButton>
        }
      >
        <p>
          {not_live ? 'Not live at the moment. ' : ''}
          {counts ? `${not_live ? 'Last known: ' : ''}${openText(counts)}.` : 'Reading the open alerts ...'}
        </p>
        {open.length > 0 ? (
          <ul className={styles.nowList}>
            {open.slice(0, SHOWN).map((alert) => (
              <li key={alert.id}>
                <Link to={`/qr-alerts/${alert.id}`}>{personName(alert)}</Link>
                <AlertAge alert={alert} urgency={urgency(alert, now)} />
                {alert.drill ? <Pill tone="striped">Drill</Pill> : null}
                {isUnclaimed(alert) ? <Pill tone="red">Not claimed</Pill> : <Pill tone="grey">Claimed</Pill>}
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
    </div>
  )
}
