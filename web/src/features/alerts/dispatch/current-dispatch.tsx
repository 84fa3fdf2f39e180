import type { Candidate, DispatchView } from '@tvarit/shared/contracts/dispatch'
import { DISPATCH_STATES, type DispatchState, DRIVER_STEPS } from '@tvarit/shared/contracts/dispatch-states'
import { Button } from 'antd'
import { indianMinute, indianTime } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { Facts } from '../../../components/card.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Age } from '../../../components/ticking.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatMinutes } from '../../../lib/dates.ts'
import { coordinates } from '../alert-facts.ts'
import { openStreetMap, PhoneLine } from '../contact-lines.tsx'
import { CandidateList } from './candidate-list.tsx'
import styles from './dispatch.module.css'
import { STATE_WORDS, useNoteStep } from './use-dispatch.ts'

const STEPS: readonly [DispatchState, (dispatch: DispatchView) => string | null][] = [
  ['ASSIGNED', (dispatch) => dispatch.assigned_at],
  ['ACCEPTED', (dispatch) => dispatch.accepted_at],
  ['EN_ROUTE', (dispatch) => dispatch.en_route_at],
  ['AT_SCENE', (dispatch) => dispatch.at_scene_at],
  ['TRANSPORTING', (dispatch) => dispatch.transporting_at],
  ['AT_HOSPITAL', (dispatch) => dispatch.at_hospital_at],
]

/** Each in its place, whatever was noted: no step can be undone, so none comes under the pointer that noted another. */
const BY_PHONE = DRIVER_STEPS.filter((step) => step !== 'DECLINED')

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
  const note = useNoteStep()
  const place = coordinates(dispatch)
  const name = dispatch.vehicle_number ?? dispatch.outside_provider ?? ''
  return (
    <>
      <div className={styles.current}>
        <span className={styles.plate}>{name}</span>
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
            <CandidateList alert_id={alert_id} instead onSend={onSend} />
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
      <div className={styles.byPhone} role="group" aria-label="Told by phone">
        <span className="soft">Told by phone:</span>
        {BY_PHONE.map((step) => (
          <Button
            key={step}
            loading={note.isPending && note.variables.step === step}
            disabled={note.isPending || hasReached(dispatch.state, step)}
            onClick={() => note.mutate({ id: alert_id, dispatch_id: dispatch.id, step })}
          >
            {STATE_WORDS[step]}
          </Button>
        ))}
      </div>
      {dispatch.outside_provider ? null : (
        <ol className={styles.steps} aria-label="Steps of the ambulance">
          {STEPS.map(([state, at]) => {
            const time = at(dispatch)
            return (
              <li key={state} className={time ? styles.done : undefined}>
                {STATE_WORDS[state === 'ASSIGNED' ? 'ASSIGNED' : state].replace(', no answer yet', '')}
                <span className="soft">{time ? indianTime(time) : '-'}</span>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}

/** What is left, as everybody else who waits is told, and what was said when it was sent. */
function arrival({ eta_minutes, eta_source, minutes_left, assigned_at }: DispatchView): string | null {
  const left = minutes_left === null ? null : `in about ${formatMinutes(minutes_left)}`
  if (eta_minutes === null) return left
  const how = eta_source === 'estimate' ? ', estimated by distance' : ' by road'
  const at = indianMinute(new Date(assigned_at).getTime() + eta_minutes * 60_000)
  const promised = eta_minutes > LIMITS.promised_minutes ? '' : `${at} `
  const sent = `${promised}when sent (${formatMinutes(eta_minutes)}${how})`
  return [left, sent].filter(Boolean).join('; ')
}
