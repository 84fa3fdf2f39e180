import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { Segmented } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useNow } from '../../../lib/use-now.ts'
import { useSessionState } from '../../../lib/session.ts'
import { SendDialog } from '../dispatch/send-dialog.tsx'
import { urgency } from '../alert-facts.ts'
import { alertsText, countOpen } from '../open-counts.ts'
import { byNeed, needOf, type NeedyAlert } from '../need.ts'
import { claimInput, type Closing, useClaim } from '../use-alert-actions.ts'
import { showAlerts } from '../watch/shown-alerts.ts'
import { useConsoleWatch } from '../use-console-watch.ts'
import { useLive } from '../live/live-store.ts'
import { useSteadyRows } from '../use-steady-rows.ts'
import { useRinging } from '../watch/use-ringing.ts'
import styles from './board.module.css'
import { isMine, PARTS } from './board-parts.ts'
import { ClosedAlert } from './closed-alert.tsx'
import { AlertRow, OpenAlert } from './open-alert.tsx'
import { useNearest } from './use-nearest.ts'
import { useBoardShortcuts } from './use-board-shortcuts.ts'

const OPEN = [
  ['mine', 'Mine'],
  ['action', 'Needs action'],
  ['moving', 'Moving'],
] as const

interface AlertGroupsProps {
  alerts: readonly AlertCard[]
  rows: boolean
  /** How many there are in all. */
  note: string | null
  /** Which part of the open alerts is shown, and how another is chosen; left out where there is no choice. */
  parts?: { part: string; onPart: (part: string) => void }
  /** The alert beside the list. */
  chosen: number | null
  onOpen: ((id: number) => void) | null
  onClose: (card: AlertCard, as: Closing) => void
}

/** The alerts by what they need. It looks each second; only cards whose need has changed are drawn again. */
export function AlertGroups({ alerts, rows, note, parts, chosen, onOpen, onClose }: AlertGroupsProps) {
  const now = useNow()
  const watched = useConsoleWatch()
  const own_id = useSessionState().session?.user.id
  const ringing = new Set(useRinging().map(({ card }) => card.id))
  const nearest = useNearest(alerts)
  const claim = useClaim()
  const { mutate } = claim
  const onClaim = useCallback(
    (card: AlertCard) => {
      mutate(claimInput(card))
      onOpen?.(card.id)
    },
    [mutate, onOpen],
  )

  const sorted = alerts.map((card) => ({ card, need: needOf(card, now, watched) })).sort(byNeed)
  const all_open = sorted.filter(({ need }) => need.group !== 'done')
  const part = PARTS.find(({ value }) => value === parts?.part) ?? PARTS[0]!
  // One's own alerts stay on top of the rows, however the others move.
  const groupOf = ({ card, need }: NeedyAlert) => (rows && parts && isMine(card, own_id) ? 'mine' : need.group)
  const by_need = all_open.filter((alert) => part.has(alert, own_id))
  const wanted = OPEN.flatMap(([name], group) =>
    by_need.flatMap((alert) => (groupOf(alert) === name ? { id: alert.card.id, group } : [])),
  )
  const { cards } = useLive()
  const found = new Map(sorted.map((alert) => [alert.card.id, alert]))
  const open = useSteadyRows(wanted).flatMap(({ id, group }) => {
    // A closed one that keeps its place may be missing in the list.
    const card = found.get(id)?.card ?? cards.get(id)
    return card ? { card, need: found.get(id)?.need ?? needOf(card, now, watched), group } : []
  })
  const shown = open.map(({ card }) => card.id).join()
  useEffect(() => showAlerts(shown.split(',').map(Number)), [shown])
  const [sending, setSending] = useState<{ card: AlertCard; choice: number } | null>(null)
  const onSend = useCallback((card: AlertCard, choice = 0) => setSending({ card, choice }), [setSending])
  useBoardShortcuts(open, by_need, chosen, { onClaim, onClose, onSend, onOpen })

  const drawn = new Set(open.map(({ card }) => card.id))
  const closed = part.value ? [] : sorted.filter(({ card, need }) => need.group === 'done' && !drawn.has(card.id))
  const groups = OPEN.map(([name, title], group) => ({
    name,
    title,
    alerts: open.filter((alert) => alert.group === group),
  })).filter(({ alerts }) => alerts.length > 0)
  const Card = rows ? AlertRow : OpenAlert
  return (
    <>
      <div className={styles.over}>
        {parts && (rows || part.value) ? (
          <Segmented
            className={styles.parts}
            size="small"
            aria-label="Which open alerts"
            options={PARTS.map(({ value, label, has }) => ({
              value,
              label: `${label} ${all_open.filter((alert) => has(alert, own_id)).length}`,
            }))}
            value={part.value}
            onChange={parts.onPart}
          />
        ) : null}
        {note ? <p className="soft">{note}</p> : null}
      </div>
      {open.length === 0 && part.value ? <p className={styles.none}>No alert is {part.label.toLowerCase()}.</p> : null}
      {groups.map(({ name, title, alerts }) => (
        <Group key={name} title={title} pinned={name === 'mine'} count={countText(alerts)}>
          <ul className={rows ? styles.lines : styles.open} aria-label={title}>
            {alerts.map(({ card, need }) => (
              <li key={card.id}>
                <Card
                  card={card}
                  urgency={urgency(card, now)}
                  {...need}
                  nearest={nearest.get(card.id) ?? null}
                  ringing={ringing.has(card.id)}
                  own_id={own_id}
                  claiming={claim.isPending && claim.variables.id === card.id}
                  onClaim={onClaim}
                  onClose={onClose}
                  onSend={onSend}
                  chosen={card.id === chosen}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </Group>
      ))}
      {closed.length > 0 ? (
        <Group title="Done" count={String(closed.length)}>
          <ul className={styles.closed} aria-label="Done">
            {closed.map(({ card }) => (
              <li key={card.id}>
                <ClosedAlert card={card} />
              </li>
            ))}
          </ul>
        </Group>
      ) : null}
      {sending ? (
        // As the board has it now: what changed while the socket was away comes with the list alone.
        <SendDialog
          card={alerts.find(({ id }) => id === sending.card.id) ?? sending.card}
          choice={sending.choice}
          onClose={() => setSending(null)}
        />
      ) : null}
    </>
  )
}

/** `62`, or `62 and 1 drill`. */
function countText(alerts: readonly NeedyAlert[]): string {
  const { open, drills } = countOpen(alerts.flatMap(({ card }) => (card.status === 'PENDING' ? card : [])))
  return drills === 0 ? String(open) : alertsText({ open, drills })
}

interface GroupProps {
  title: string
  count: string
  /** It stays in sight. */
  pinned?: boolean
  children: React.ReactNode
}

function Group({ title, count, pinned = false, children }: GroupProps) {
  return (
    <section className={`${styles.group} ${pinned ? styles.pinned : ''}`}>
      <h2 className={styles.subhead}>
        {title} <span className={styles.count}>{count}</span>
      </h2>
      {children}
    </section>
  )
}
