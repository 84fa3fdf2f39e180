import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import type { EscalationLevel } from '@tvarit/shared/contracts/escalation'
import { Button } from 'antd'
import { useId } from 'react'
import { Link, useMatch, useNavigate } from 'react-router'
import { formatAge } from '@tvarit/shared/contracts/format-age'
import { clock } from '../../../lib/use-now.ts'
import { useSessionState } from '../../../lib/session.ts'
import { AlertAge } from '../alert-age.tsx'
import { personName, realFirst, secondsSince, urgency } from '../alert-facts.ts'
import { alertsText, countOpen } from '../open-counts.ts'
import { NeedText } from '../need-line.tsx'
import { needOf, type Watched } from '../need.ts'
import { ownerText } from '../owner-text.ts'
import { claimInput, claimLabel, useClaim } from '../use-alert-actions.ts'
import { useLive } from '../live/live-store.ts'
import { useConsoleWatch } from '../use-console-watch.ts'
import { CARD_ATTRIBUTE, useSteadyRows } from '../use-steady-rows.ts'
import { useShownAlerts } from './shown-alerts.ts'
import { useHeard } from './use-heard.ts'
import { useExpanded } from './use-expanded.ts'
import { type Ringing, silence } from './use-ringing.ts'
import styles from './watch.module.css'

/** More are counted: the board has them all. */
const MOST_ROWS = 10
/** From this level on an admin cannot wave it away: the call centre has to answer for it. */
const HELD_LEVEL = 2

/**
 * 'New Emergency Alert' in one line: how many ring, how long the oldest has waited, and the first of them. The others have
 * rows below it when they are asked for. It takes no focus and covers nothing. On the board the cards are the rows.
 */
export function NewAlertBar({ ringing }: { ringing: readonly Ringing[] }) {
  const title = useId()
  const user = useSessionState().session?.user
  const on_board = useMatch('/qr-alerts') !== null
  const shown = useShownAlerts()
  const [expanded, setExpanded] = useExpanded()
  if (ringing.length === 0) return null

  const held = ringing.filter(
    ({ card, level }) => user?.role === 'admin' && level >= HELD_LEVEL && card.claimed_by?.id !== user.id,
  )
  const highest = Math.max(...ringing.map(({ level, holder }) => (holder ? 0 : level))) as EscalationLevel
  const drills = ringing.every(({ card }) => card.drill)
  const elsewhere = ringing.filter(({ card }) => !shown.has(card.id)).length
  return (
    <section
      className={`row gap-l ${styles.row}`}
      role="dialog"
      aria-modal="false"
      data-new-alert={drills ? 'drill' : highest}
      data-expanded={expanded || undefined}
      aria-labelledby={title}
    >
      <h2 id={title} className={styles.title} role="alert">
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.words}>
          {drills
            ? 'Drill, no emergency'
            : ringing.every(({ holder }) => holder)
              ? 'Your alert needs you'
              : TEXTS.widget_new_title}
        </span>
      </h2>
      <p className={styles.count}>
        {alertsText(countOpen(ringing.map(({ card }) => card)))}
        {on_board && elsewhere > 0 ? `, ${elsewhere} not on this page of the board` : ''}
      </p>
      {on_board ? null : <Rows ringing={expanded ? ringing : realFirst(ringing).slice(0, 1)} own_id={user?.id} />}
      <div className={styles.actions}>
        {on_board ? null : (
          <Button type="text" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
            {expanded ? 'Shrink' : 'Show'}
          </Button>
        )}
        <Choice ringing={ringing} held={held} leads={!on_board || elsewhere > 0 || held.length > 0} />
      </div>
    </section>
  )
}

/** How long the escalated alert that waits longest has waited. */
function waitedText(ringing: readonly Ringing[]): string {
  const [longest] = ringing
    .filter(({ holder, level }) => !holder && level > 0)
    .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since))
  if (!longest) return ''
  const what = longest.card.claimed_by ? 'not acted on' : 'not claimed'
  const waited = `${what} for ${formatAge(secondsSince(longest.since, clock()))}.`
  return ringing.length === 1 ? `N${waited.slice(1)}` : `One of them ${waited}`
}

/** One that rings no more keeps its place while it is used. */
const silent = (card: AlertCard | undefined): Ringing[] =>
  card ? [{ card, level: 0, since: card.timestamp, holder: false }] : []

function Rows({ ringing, own_id }: { ringing: readonly Ringing[]; own_id: number | undefined }) {
  const claim = useClaim()
  const watched = useConsoleWatch()
  const { cards } = useLive()
  const most = Math.min(ringing.length, MOST_ROWS)
  const known = new Map(ringing.map((each) => [each.card.id, each]))
  const order = useSteadyRows(ringing.slice(0, most).map(({ card: { id } }) => ({ id, group: 0 })))
  const rows = order.slice(0, most).flatMap(({ id }) => known.get(id) ?? silent(cards.get(id)))
  return (
    <ul className={styles.alerts}>
      {rows.map((each) => (
        <li key={each.card.id} className={styles.alert} {...{ [CARD_ATTRIBUTE]: each.card.id }}>
          <AlertAge
            className={`numbers strong ${styles.age}`}
            alert={each.card}
            urgency={urgency(each.card, clock())}
          />
          <Link className={`target ${styles.name}`} to={`/qr-alerts/${each.card.id}`}>
            {personName(each.card)}
            {each.card.drill && each.card.user ? ' (drill)' : ''}
          </Link>
          <span className={styles.what}>
            <Why {...each} own_id={own_id} watched={watched} />
            {each.card.drill ? '' : (each.card.landmark ?? each.card.place ?? 'No position')}
          </span>
          <span className={styles.rowActions}>
            <Link
              className={styles.open}
              to={`/qr-alerts/${each.card.id}`}
              aria-label={`Open ${personName(each.card)}`}
            >
              Open
            </Link>
            {known.has(each.card.id) && claimLabel(each.card, own_id) ? (
              <Button
                type="primary"
                loading={claim.isPending && claim.variables.id === each.card.id}
                onClick={() => claim.mutate(claimInput(each.card))}
              >
                Claim
              </Button>
            ) : null}
          </span>
        </li>
      ))}
      {ringing.length > MOST_ROWS ? <li>and {ringing.length - MOST_ROWS} more</li> : null}
    </ul>
  )
}

/** Why an alert rings that is not new: its holder must act, it was given back, or it waits for long. */
function Why({ own_id, watched, ...ringing }: Ringing & { own_id: number | undefined; watched: Watched }) {
  const { card, holder } = ringing
  if (holder) {
    return (
      <strong>
        <NeedText {...needOf(card, clock(), watched)} />.{' '}
      </strong>
    )
  }
  const lost = card.given_back ?? card.claimed_by
  const waited = waitedText([ringing])
  if (!lost && !waited) return null
  return (
    <strong>
      {lost ? `${ownerText(card, own_id, clock())}. ` : ''}
      {waited}{' '}
    </strong>
  )
}

interface ChoiceProps {
  ringing: readonly Ringing[]
  held: readonly Ringing[]
  /** There is more to see than what is on the screen. */
  leads: boolean
}

function Choice({ ringing, held, leads }: ChoiceProps) {
  const navigate = useNavigate()
  const heard = useHeard(ringing)
  const [first] = held
  return (
    <>
      {first ? null : <Button onClick={() => silence(heard())}>Dismiss</Button>}
      {leads ? (
        <Button
          type="primary"
          onClick={() => {
            if (!first) silence(heard())
            void navigate(first ? `/qr-alerts/${first.card.id}` : '/qr-alerts')
          }}
        >
          View Alert Details
        </Button>
      ) : null}
    </>
  )
}
