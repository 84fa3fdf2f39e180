import type { AlertDetail, TimelineEntry } from '@tvarit/shared/contracts/alerts'
import { useMutation } from '@tanstack/react-query'
import { Button, Timeline as Line } from 'antd'
import { type ReactNode, useState } from 'react'
import { indianTime } from '@tvarit/shared/contracts/indian-time'
import { Card } from '../../../components/card.tsx'
import { formatDateTime } from '../../../lib/dates.ts'
import { firstName } from '../alert-facts.ts'
import { api } from '../../../lib/trpc.ts'
import styles from './detail.module.css'

/** More are shown when they are asked for. */
const LINES = 8

type Part = Pick<AlertDetail, 'timeline' | 'timeline_before'>

/**
 * What happened, oldest first, as it was written: the newest entries, and earlier ones when they are asked for. The same
 * result of several messages is one line, which opens.
 */
export function Timeline({
  alert,
  children,
}: {
  alert: Pick<AlertDetail, 'id' | 'people'> & Part
  children?: ReactNode
}) {
  const relatives = alert.people.filter(({ key }) => key.startsWith('relative:')).map(({ name }) => name)
  const [whole, setWhole] = useState(false)
  const [kept, setKept] = useState<Part | null>(null)
  const ids = new Set(kept?.timeline.map(({ id }) => id))
  const entries = [...(kept?.timeline ?? []), ...alert.timeline.filter(({ id }) => !ids.has(id))]
  const lines = grouped(entries)
  const shown = whole ? lines : lines.slice(-LINES)
  const before = kept ? kept.timeline_before : alert.timeline_before
  const earlier = useMutation({
    mutationFn: (timeline_before: number) => api.alerts.get.query({ id: alert.id, timeline_before }),
    // All that is shown is kept: what comes meanwhile pushes entries out of the newest ones.
    onSuccess: (page) => setKept({ timeline: [...page.timeline, ...entries], timeline_before: page.timeline_before }),
  })
  return (
    <Card title="Timeline">
      {before === null && lines.length === shown.length ? null : (
        <Button
          type="link"
          loading={earlier.isPending}
          onClick={() => {
            setWhole(true)
            if (before !== null) earlier.mutate(before)
          }}
        >
          Earlier entries
        </Button>
      )}
      <Line
        className={styles.timeline}
        titleSpan="5rem"
        items={shown.map(([first, ...others]) => ({
          key: first.id,
          title: <At at={first.at} />,
          content:
            others.length > 0 ? (
              <Group entries={[first, ...others]} relatives={relatives} />
            ) : (
              <>
                {first.text}
                {first.actor &&
                !first.text.includes(first.actor) &&
                !first.text.includes(`by ${firstName(first.actor)}`) ? (
                  <span className="soft"> {first.actor}</span>
                ) : null}
              </>
            ),
        }))}
      />
      {children}
    </Card>
  )
}

type Entries = readonly [TimelineEntry, ...TimelineEntry[]]

/** Entries of one group with nothing but other messages between them. */
function grouped(entries: readonly TimelineEntry[]): Entries[] {
  const lines: [TimelineEntry, ...TimelineEntry[]][] = []
  let run = new Map<string, TimelineEntry[]>()
  for (const entry of entries) {
    const line = entry.group && run.get(entry.group.title)
    if (line) {
      line.push(entry)
      continue
    }
    const own: [TimelineEntry] = [entry]
    if (entry.group) run.set(entry.group.title, own)
    else run = new Map()
    lines.push(own)
  }
  return lines
}

function Group({ entries, relatives }: { entries: Entries; relatives: readonly (string | null)[] }) {
  const people = new Set(entries.map(({ group }) => group?.to))
  const who = [...people].every((name) => relatives.includes(name ?? null)) ? 'relatives' : 'people'
  return (
    <details>
      <summary>
        {entries[0].group?.title} to {people.size === 1 ? entries[0].group?.to : `${people.size} ${who}`}
      </summary>
      {entries.map(({ id, at, text }) => (
        <p key={id}>
          <At at={at} /> {text}
        </p>
      ))}
    </details>
  )
}

const At = ({ at }: { at: string }) => (
  <time className="muted numbers" dateTime={at} title={formatDateTime(at)}>
    {indianTime(at)}
  </time>
)
