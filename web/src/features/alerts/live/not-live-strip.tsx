import { useQuery } from '@tanstack/react-query'
import { useNotLive } from './live-store.ts'
import { Notice } from '../../../components/notice.tsx'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { openAlertsQuery, POLL_EVERY_MS } from './use-live-queries.ts'

/** Says since when the screen is not live, and how old what it shows is. Nothing while it is live. */
export function NotLiveStrip() {
  const since = useNotLive()
  const { isSuccess, isError, dataUpdatedAt } = useQuery({ ...openAlertsQuery(since), enabled: false })
  if (since === null) return null
  return (
    <div className="below">
      {isError ? (
        <Notice tone="error">
          No connection since {indianTime(since)} — reconnecting; what you see is from{' '}
          {indianTime(dataUpdatedAt || since)}
        </Notice>
      ) : (
        <Notice tone="warning">
          Not live since {indianTime(since)} — reconnecting
          {isSuccess ? `; refreshing every ${POLL_EVERY_MS / 1000} s meanwhile` : ''}
        </Notice>
      )}
    </div>
  )
}
