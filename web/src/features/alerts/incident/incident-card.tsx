import type { AlertCard, AlertDetail } from '@tvarit/shared/contracts/alerts'
import { indianMinute } from '@tvarit/shared/contracts/indian-time'
import { isActive } from '@tvarit/shared/contracts/dispatch-states'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { Card } from '../../../components/card.tsx'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'
import { personName } from '../alert-facts.ts'
import { STATE_WORDS } from '../dispatch/use-dispatch.ts'
import { mergeCards } from '../live/live-store.ts'
import styles from './incident.module.css'

/** One accident, several stickers: which alerts belong to it, which may, and one ambulance for several people. */
export function IncidentCard({ alert }: { alert: AlertDetail }) {
  const { incident, nearby } = alert
  const [whole, setWhole] = useState(false)
  const link = useMutation(trpc.alerts.link.mutationOptions({ meta: { errorText: FAILED }, onSuccess: take }))
  const unlink = useMutation(trpc.alerts.unlink.mutationOptions({ meta: { errorText: FAILED }, onSuccess: take }))
  if (incident.length === 0 && nearby.length === 0) return null
  // In the line of the heading where it can be: the place and the ambulance stand below.
  const nearbyText = (
    <p className={styles.ask}>
      {nearby.length === 1 ? 'Another alert was' : `${nearby.length} other alerts were`} raised within{' '}
      {LIMITS.incident_metres} m and {LIMITS.incident_minutes} minutes. Ask the caller whether it is the same accident.
    </p>
  )
  return (
    <div className="below">
      <Card
        title={incident.length > 0 ? `One accident, ${incident.length + 1} people` : 'One accident?'}
        aside={
          incident.length > 0 ? (
            <Button loading={unlink.isPending} onClick={() => unlink.mutate({ id: alert.id })}>
              Unlink this alert
            </Button>
          ) : (
            nearbyText
          )
        }
      >
        {incident.length > 0 ? (
          <ul className={`stack gap-m ${styles.alerts}`} aria-label="Other alerts of this accident">
            {incident.map((other) => (
              <Row key={other.id} alert={other}>
                {other.dispatch && !alert.dispatch ? <ShareButton alert={alert} other={other} /> : null}
              </Row>
            ))}
          </ul>
        ) : null}
        {nearby.length > 0 ? (
          <>
            {incident.length > 0 ? nearbyText : null}
            <ul className={`stack gap-m ${styles.alerts}`} aria-label="Alerts nearby">
              {(whole ? nearby : nearby.slice(0, NEARBY)).map((other) => (
                <Row key={other.id} alert={other}>
                  <Button
                    aria-label={`Same accident: ${personName(other)}`}
                    loading={link.isPending && link.variables.with_id === other.id}
                    onClick={() => link.mutate({ id: alert.id, with_id: other.id })}
                  >
                    Same accident
                  </Button>
                </Row>
              ))}
            </ul>
            {whole || nearby.length <= NEARBY ? null : (
              <Button type="link" onClick={() => setWhole(true)}>
                Show all {nearby.length}
              </Button>
            )}
          </>
        ) : null}
      </Card>
    </div>
  )
}

/** More of them are shown when they are asked for: place and ambulance stand below. */
const NEARBY = 3

const FAILED = 'The alerts could not be linked.'

/** The alert's own page and those of the others show the accident again. */
function take(card: AlertCard): void {
  mergeCards([card])
  void queryClient.invalidateQueries(trpc.alerts.get.pathFilter())
}

function Row({ alert, children }: { alert: AlertCard; children: ReactNode }) {
  const { dispatch, claimed_by } = alert
  const ambulance = dispatch
    ? `${dispatch.vehicle_number ?? dispatch.outside_provider}: ${STATE_WORDS[dispatch.state]}`
    : alert.status === 'PENDING'
      ? 'No ambulance'
      : 'Closed'
  return (
    <li className="row between gap-l">
      <div>
        <Link to={`/qr-alerts/${alert.id}`}>{personName(alert)}</Link>
        <p className="soft">
          Alert {alert.id}, {indianMinute(alert.timestamp)}. {ambulance}.
          {claimed_by ? ` Claimed by ${claimed_by.name}.` : ''}
        </p>
      </div>
      {children}
    </li>
  )
}

/** Lets the ambulance of another alert of the accident take this person too. */
function ShareButton({ alert, other }: { alert: AlertDetail; other: AlertCard }) {
  const dispatches = useQuery(trpc.dispatch.list.queryOptions({ id: other.id }, { meta: { silent: true } }))
  const ride = dispatches.data?.find(({ state, ambulance_id }) => ambulance_id && isActive(state))
  const share = useCreation(
    trpc.dispatch.share.mutationOptions({
      meta: { errorText: 'Failed to send the ambulance.' },
      onSuccess: ({ vehicle_number }) => toast.success(`${vehicle_number} takes this person too.`),
      onSettled: () => {
        void queryClient.invalidateQueries(trpc.alerts.get.pathFilter())
        void queryClient.invalidateQueries(trpc.dispatch.pathFilter())
      },
    }),
  )
  if (!ride) return null
  return (
    <Button
      type="primary"
      loading={share.isPending}
      onClick={() => share.mutate({ id: alert.id, dispatch_id: ride.id })}
    >
      {ride.vehicle_number} takes this person too
    </Button>
  )
}
