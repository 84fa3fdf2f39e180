import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { useMutation } from '@tanstack/react-query'
import { Button, Timeline as Line } from 'antd'
import { type ReactNode, useState } from 'react'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { Card } from '../../../components/card.tsx'
import { formatDateTime } from '../../../lib/dates.ts'
import { api } from '../../../lib/trpc.ts'
import styles from './detail.module.css'

type Part = Pick<AlertDetail, 'timeline' | 'timeline_before'>

/** What happened, oldest first, as it was written: the newest entries, and earlier ones when they are asked for. */
export function Timeline({ alert, children }: { alert: Part & { id: number }; children?: ReactNode }) {
  const [kept, setKept] = useState<Part | null>(null)
  const ids = new Set(kept?.timeline.map(({ id }) => id))
  const entries = [...(kept?.timeline ?? []), ...alert.timeline.filter(({ id }) => !ids.has(id))]
  const before = kept ? kept.timeline_before : alert.timeline_before
  const earlier = useMutation({
    mutationFn: (timeline_before: number) => api.alerts.get.query({ id: alert.id, timeline_before }),
    // All that is shown is kept: what comes meanwhile pushes entries out of the newest ones.
    onSuccess: (page) => setKept({ timeline: [...page.timeline, ...entries], timeline_before: page.timeline_before }),
  })
  return (
    <Card title="Timeline">
      {before === null ? null : (
        <Button type="link" loading={earlier.isPending} onClick={() => earlier.mutate(before)}>
          Earlier entries
        </Button>
      )}
      <Line
        titleSpan="6rem"
        items={entries.map(({ id, at, text, actor }) => ({
          key: id,
          title: (
            <time className={styles.entryTime} dateTime={at} title={formatDateTime(at)}>
              {indianTime(at)}
            </time>
          ),
          content: (
            <>
              {text}
              {actor && !text.includes(actor) ? <span className="soft"> {actor}</span> : null}
            </>
          ),
        }))}
      />
      {children}
    </Card>
  )
}
