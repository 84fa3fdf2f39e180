import { Link } from 'react-router'
import { Card } from '../../components/card.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Pill } from '../../components/pill.tsx'
import { formatAge } from '../../lib/dates.ts'
import { useNow } from '../../lib/use-now.ts'
import { ageSeconds, byUrgency, isUnclaimed, personName } from '../alerts/alert-facts.ts'
import { useLive, useNotLive } from '../alerts/live/live-store.ts'
import styles from './dashboard.module.css'

const SHOWN = 3

/** The open alerts as this console has them live; the board is one press away. */
export function AlertsNow() {
  const { cards, read } = useLive()
  const not_live = useNotLive() !== null
  const now = useNow()
  const open = [...cards.values()].filter(({ status }) => status === 'PENDING').toSorted(byUrgency)
  const waiting = open.filter(isUnclaimed).length
  return (
    <div className={`${styles.now} ${waiting > 0 ? styles.nowUrgent : ''}`}>
      <Card
        title="Alerts now"
        aside={
          <LinkButton to="/qr-alerts" primary>
            Open the board
          </LinkButton>
        }
      >
        <p>
          {not_live
            ? 'Not live at the moment: look at the board.'
            : open.length === 0
              ? read
                ? 'No alert is open.'
                : 'Reading the open alerts ...'
              : `${open.length} open, ${waiting === 0 ? 'all claimed' : `${waiting} not claimed`}.`}
        </p>
        {open.length > 0 ? (
          <ul className={styles.nowList}>
            {open.slice(0, SHOWN).map((alert) => (
              <li key={alert.id}>
                <Link to={`/qr-alerts/${alert.id}`}>{personName(alert)}</Link>
                <span className="numbers">{formatAge(ageSeconds(alert, now))}</span>
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
