import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { Age } from '../../components/ticking.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Button } from 'antd'
import { type Need, needOf } from './need.ts'
import styles from './need-line.module.css'
import { useConsoleWatch } from './use-console-watch.ts'

type Words = Pick<Need, 'text' | 'since' | 'also'>

/** "No ambulance sent, 3:10". */
export const NeedText = ({ text, since, also }: Words) => (
  <>
    {text}
    {since ? (
      <>
        , <Age since={since} className="numbers" />
      </>
    ) : null}
    {also ? `; ${also}` : ''}
  </>
)

/** What an alert needs, in its colour. */
export const NeedLine = ({ tone, ...words }: Words & Pick<Need, 'tone'>) => (
  <p className={`${styles.need} ${styles[tone]}`}>
    <NeedText {...words} />
  </p>
)

/** The same of one alert on its own page; nothing when it is closed. */
export function AlertNeed({ alert, onSend }: { alert: AlertCard; onSend: () => void }) {
  const now = useNow()
  const watched = useConsoleWatch()
  if (alert.status !== 'PENDING') return null
  const { ask_next, ...need } = needOf(alert, now, watched)
  return (
    <div className="row gap-m">
      <NeedLine {...need} />
      {ask_next ? (
        <Button type="primary" onClick={onSend}>
          Send the next
        </Button>
      ) : null}
    </div>
  )
}
