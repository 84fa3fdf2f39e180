import type { Candidate, DispatchView } from '@tvarit/shared/contracts/dispatch'
import { DISPATCH_STATES, type DispatchState, DRIVER_STEPS } from '@tvarit/shared/contracts/dispatch-states'
import { Button } from 'antd'
import { useState } from 'react'
import { indianMinute, indianTime } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Facts } from '../../../components/card.tsx'
import { MenuButton } from '../../../components/menu-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Age } from '../../../components/ticking.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatMinutes } from '../../../lib/dates.ts'
import { clock, useNow } from '../../../lib/use-now.ts'
import { coordinates } from '../alert-facts.ts'
import { openStreetMap, PhoneLine } from '../contact-lines.tsx'
import { CandidateList } from './candidate-list.tsx'
import styles from './dispatch.module.css'
import { STATE_WORDS, useNoteStep, useTakeBackStep } from './use-dispatch.ts'

const STEPS: readonly [DispatchState, (dispatch: DispatchView) => string | null][] = [
  ['ASSIGNED', (dispatch) => dispatch.assigned_at],
  ['ACCEPTED', (dispatch) => dispatch.accepted_at],
  ['EN_ROUTE', (dispatch) => dispatch.en_route_at],
  ['AT_SCENE', (dispatch) => dispatch.at_scene_at],
  ['TRANSPORTING', (dispatch) => dispatch.transporting_at],
  ['AT_HOSPITAL', (dispatch) => dispatch.at_hospital_at],
]

type Step = Exclude<(typeof DRIVER_STEPS)[number], 'DECLINED'>

/** What a driver may say, in the order of the way. */
const BY_PHONE = DRIVER_STEPS.filter((step): step is Step => step !== 'DECLINED')

const hasReached = (now: DispatchState, step: DispatchState): boolean =>
  DISPATCH_STATES.indexOf(now) >= DISPATCH_STATES.indexOf(step)

/** Later it has arrived. */
const COMING: readonly DispatchState[] = ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE']

interface CurrentDispatchProps {
  alert_id: number
  dispatch: DispatchView
  onCancel: () => void
  /** Another one is to go instead. */
  onSend: (candidate: Candidate) => void
}

/** The ambulance that is on its way: who drives, where it is, and each step with its time. */
export function CurrentDispatch({ alert_id, dispatch, onCancel, onSend }: CurrentDispatchProps) {
  const place = coordinates(dispatch)
  const name = dispatch.vehicle_number ?? dispatch.outside_provider ?? ''
  return (
    <>
      <div className={`row gap-m below ${styles.current}`}>
        <span className="text-l strong mono numbers">{name}</span>
        <Pill tone={dispatch.state === 'ASSIGNED' ? 'yellow' : 'green'}>
          {dispatch.outside_provider ? 'Outside provider' : STATE_WORDS[dispatch.state]}
        </Pill>
        <Button danger onClick={onCancel}>
          Call off
        </Button>
      </div>
      {dispatch.unanswered ? (
        <>
          <Notice tone="warning">
            {dispatch.driver_heard ? 'The driver knows, and has not accepted.' : 'Driver not reached by SMS or call.'}{' '}
            Call {dispatch.driver_phone ? <PhoneLink phone={dispatch.driver_phone} /> : 'the driver'}, or send the next
            one: this one is then called off.
          </Notice>
          <div className={styles.instead}>
            <CandidateList alert_id={alert_id} instead keys onSend={onSend} />
          </div>
        </>
      ) : null}
      <Facts
        of={{
          Driver: dispatch.driver_name,
          "Driver's phone": dispatch.driver_phone && <PhoneLine phone={dispatch.driver_phone} what="Driver's phone" />,
          ...(COMING.includes(dispatch.state) && { Arrival: arrival(dispatch) }),
          'Distance when sent':
            dispatch.distance_km === null
              ? null
              : `${dispatch.distance_km.toFixed(1)} km${dispatch.inside_plan === false ? ', outside the plan' : ''}`,
          Position: place && (
            <>
              <a href={openStreetMap(place)} target="_blank" rel="noreferrer">
                {place}
              </a>
              {dispatch.position_at ? (
                <>
                  {` at ${indianTime(dispatch.position_at)}, `}
                  <Age since={dispatch.position_at} /> ago
                </>
              ) : null}
            </>
          ),
          ...(dispatch.note && { Note: dispatch.note }),
        }}
      />
      <Steps alert_id={alert_id} dispatch={dispatch} />
    </>
  )
}

/** How far the ambulance has come, and the next step to note; another one is in the menu. */
function Steps({ alert_id, dispatch }: { alert_id: number; dispatch: DispatchView }) {
  const { id: dispatch_id, state } = dispatch
  const note = useNoteStep()
  const takeBack = useTakeBackStep()
  const now = useNow()
  const [noted, setNoted] = useState<{ step: Step; at: number } | null>(null)
  const ms = noted ? now - noted.at : Infinity
  const busy = note.isPending || takeBack.isPending
  const [next, ...others] = BY_PHONE.filter((step) => !hasReached(state, step))
  const onNote = (step: Step) =>
    note.mutate({ id: alert_id, dispatch_id, step }, { onSuccess: () => setNoted({ step, at: clock() }) })
  return (
    <>
      {dispatch.outside_provider ? null : (
        <ol className={styles.steps} aria-label="Steps of the ambulance">
          {STEPS.map(([step, at]) => {
            const time = at(dispatch)
            return (
              <li
                key={step}
                className={time ? styles.done : undefined}
                aria-current={step === state ? 'step' : undefined}
              >
                {STATE_WORDS[step].replace(', no answer yet', '')}
                <span className="soft">{time ? indianTime(time) : '-'}</span>
              </li>
            )
          })}
        </ol>
      )}
      <div className="row gap-s above" role="group" aria-label="Reported by phone">
        <span className="soft">Reported by phone:</span>
        {next ? (
          // A second press of a double click is not the step after it.
          <Button
            type="primary"
            loading={note.isPending}
            disabled={busy || ms < LIMITS.step_lock_ms}
            onClick={() => onNote(next)}
          >
            {STATE_WORDS[next]}
          </Button>
        ) : null}
        {others.length > 0 ? (
          <MenuButton
            disabled={busy}
            items={others.map((step) => ({ label: STATE_WORDS[step], onClick: () => onNote(step) }))}
          >
            Other step
          </MenuButton>
        ) : null}
        {noted?.step === state && ms < LIMITS.step_take_back_seconds * 1000 ? (
          <Button
            type="link"
            disabled={busy}
            onClick={() =>
              takeBack.mutate({ id: alert_id, dispatch_id, step: state }, { onSettled: () => setNoted(null) })
            }
          >
            Take back
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** What is left, as everybody else who waits is notified, and what was said when it was sent. */
function arrival({ eta_minutes, eta_source, minutes_left, assigned_at }: DispatchView): string | null {
  const left = minutes_left === null ? null : `in about ${formatMinutes(minutes_left)}`
  if (eta_minutes === null) return left
  const how = eta_source === 'estimate' ? ', estimated by distance' : ' by road'
  const at = indianMinute(new Date(assigned_at).getTime() + eta_minutes * 60_000)
  const promised = eta_minutes > LIMITS.promised_minutes ? '' : `${at} `
  const sent = `${promised}when sent (${formatMinutes(eta_minutes)}${how})`
  return [left, sent].filter(Boolean).join('; ')
}
