import { useNotLive } from '../live/live-store.ts'
import { Notice } from '../../../components/notice.tsx'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import styles from './board.module.css'

/** Says since when the screen is not live and what happens meanwhile. Nothing while it is live. */
export function NotLiveStrip() {
  const since = useNotLive()
  if (since === null) return null
  return (
    <div className={styles.strip}>
      <Notice tone="warning">Not live since {indianTime(since)} — reconnecting; refreshing every 5 s meanwhile</Notice>
    </div>
  )
}
