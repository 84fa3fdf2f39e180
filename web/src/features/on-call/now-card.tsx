import type { OnCallPage } from '@tvarit/shared/contracts/on-call'
import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import styles from './on-call.module.css'

/** Who would be called at this moment, and who is next. */
export function NowCard({ data: { now, everybody, next, rota } }: { data: OnCallPage }) {
  return (
    <Card title="On call now">
      {now.length === 0 ? (
        <Notice tone="warning">
          No person is on the list: when an alert waits, or no console is armed, only the admins are notified.
        </Notice>
      ) : (
        <div className={styles.stack}>
          {everybody && rota.weeks.length > 0 ? (
            <p>The rota names no person for now, so everybody on the list is called at once.</p>
          ) : null}
          <ul className={styles.stack}>
            {now.map(({ name, phone }) => (
              <li key={phone}>
                <p className={styles.people}>{name}</p>
                <p>
                  <PhoneLink phone={phone} />
                </p>
              </li>
            ))}
          </ul>
          {next ? (
            <p className="soft">
              From {formatDateMinute(next.at)}:{' '}
              {next.everybody ? 'everybody on the list' : next.people.map(({ name }) => name).join(', ')}
            </p>
          ) : null}
        </div>
      )}
    </Card>
  )
}
