import type { DispatchState, DispatchView } from '@tvarit/shared/contracts/dispatch'
import { Button } from 'antd'
import { Fact, Facts } from '../../../components/facts.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatTime } from '../../../lib/dates.ts'
import { openStreetMap, PhoneLine } from '../contact-lines.tsx'
import styles from './dispatch.module.css'
import { STATE_WORDS } from './use-dispatch.ts'

const STEPS: readonly [DispatchState, (dispatch: DispatchView) => string | null][] = [
  ['ASSIGNED', (dispatch) => dispatch.assigned_at],
  ['ACCEPTED', (dispatch) => dispatch.accepted_at],
  ['EN_ROUTE', (dispatch) => dispatch.en_route_at],
  ['AT_SCENE', (dispatch) => dispatch.at_scene_at],
  ['TRANSPORTING', (dispatch) => dispatch.transporting_at],
  ['AT_HOSPITAL', (dispatch) => dispatch.at_hospital_at],
]

/** The ambulance that is on its way: who drives, where it is, and each step with its time. */
export function CurrentDispatch({ dispatch, onCancel }: { dispatch: DispatchView; onCancel: () => void }) {
  const place =
    dispatch.latitude === null || dispatch.longitude === null ? null : `${dispatch.latitude}, ${dispatch.longitude}`
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
        <Notice tone="warning">
          The driver has not answered for a minute. Call, or call this one off and send the next.
        </Notice>
      ) : null}
      <Facts>
        <Fact label="Driver">{dispatch.driver_name}</Fact>
        <Fact label="Driver's phone">
          {dispatch.driver_phone ? <PhoneLine phone={dispatch.driver_phone} what="Driver's phone" /> : null}
        </Fact>
        <Fact label="Arrival">{arrival(dispatch)}</Fact>
        <Fact label="Distance">
          {dispatch.distance_km === null
            ? null
            : `${dispatch.distance_km.toFixed(1)} km${dispatch.inside_plan === false ? ', outside the plan' : ''}`}
        </Fact>
        <Fact label="Position">
          {place ? (
            <a href={openStreetMap(place)} target="_blank" rel="noreferrer">
              {place}
            </a>
          ) : null}
          {place && dispatch.position_at ? ` at ${formatTime(dispatch.position_at)}` : null}
        </Fact>
        {dispatch.note ? <Fact label="Note">{dispatch.note}</Fact> : null}
      </Facts>
      {dispatch.outside_provider ? null : (
        <ol className={styles.steps} aria-label="Steps of the ambulance">
          {STEPS.map(([state, at]) => {
            const time = at(dispatch)
            return (
              <li key={state} className={time ? styles.done : undefined}>
                {STATE_WORDS[state === 'ASSIGNED' ? 'ASSIGNED' : state].replace(', no answer yet', '')}
                <span className={styles.soft}>{time ? formatTime(time) : '-'}</span>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}

function arrival({ eta_minutes, eta_source, assigned_at }: DispatchView): string | null {
  if (eta_minutes === null) return null
  const at = new Date(assigned_at).getTime() + eta_minutes * 60_000
  return `about ${formatTime(at).slice(0, 5)} (${eta_minutes} min${eta_source === 'estimate' ? ', estimated by distance' : ' by road'})`
}
