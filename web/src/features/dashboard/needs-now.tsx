import type { OfficeStatistics } from '@tvarit/shared/contracts/dashboard'
import { LinkButton } from '../../components/link-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { useNotLive } from '../alerts/live/live-store.ts'
import { openText, useOpenCounts } from '../alerts/open-counts.ts'
import { SilenceStrip } from '../alerts/watch/silence-strip.tsx'
import styles from './dashboard.module.css'

/** What needs a person now, each with the way to where it is done. The alerts themselves are in the line of new alerts. */
export function NeedsNow({ office }: { office: OfficeStatistics | undefined }) {
  const counts = useOpenCounts()
  const not_live = useNotLive() !== null
  const known = not_live ? 'Not live at the moment. Last known: ' : ''
  const quiet = counts !== null && counts.open + counts.drills === 0
  const failed = office ? office.failed_messages + office.failed_jobs : 0
  return (
    <section aria-label="Needs a person now">
      <SilenceStrip />
      <div className={styles.needs}>
        <Notice
          tone={counts?.unclaimed || not_live ? 'warning' : quiet && !failed ? 'success' : 'info'}
          action={<LinkButton to="/qr-alerts">Open the board</LinkButton>}
        >
          {counts ? `${known}${quiet ? 'No alert is open' : openText(counts)}.` : 'Reading the open alerts ...'}
        </Notice>
        {office?.failed_messages ? (
          <Notice tone="warning" action={<LinkButton to="/ops">See why</LinkButton>}>
            {office.failed_messages === 1 ? '1 message' : `${formatCount(office.failed_messages)} messages`} failed in
            the last 24 hours.
          </Notice>
        ) : null}
        {office?.failed_jobs ? (
          <Notice tone="warning" action={<LinkButton to="/ops">See why</LinkButton>}>
            {office.failed_jobs === 1 ? '1 job' : `${formatCount(office.failed_jobs)} jobs`} failed and can be started
            again.
          </Notice>
        ) : null}
      </div>
    </section>
  )
}
