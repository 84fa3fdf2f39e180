import type { AmbulanceStatus } from '@tvarit/shared/contracts/dispatch'
import type { Ambulance } from '@tvarit/shared/contracts/registry'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Link } from 'react-router'
import { Pill } from '../../components/pill.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { reloadRegistry } from './reload-registry.ts'
import styles from './registry.module.css'
import { STATUS_TEXT } from './wording.ts'

const OPTIONS = Object.entries(STATUS_TEXT).map(([value, label]) => ({ value: value as AmbulanceStatus, label }))

/** The status of an ambulance, set by hand; one on its way for an alert shows that instead. */
export function StatusSwitch({ ambulance }: { ambulance: Ambulance }) {
  const { id, status, alert_id, vehicle_number } = ambulance
  const change = useMutation(
    trpc.registry.setAmbulanceStatus.mutationOptions({
      meta: { errorText: TEXTS.ambulance_status_failed },
      onSettled: reloadRegistry,
    }),
  )
  if (alert_id !== null) {
    return (
      <span className={styles.onAlert}>
        <Pill tone="yellow">{STATUS_TEXT[status]}</Pill>
        <Link to={`/qr-alerts/${alert_id}`}>Alert {alert_id}</Link>
      </span>
    )
  }
  return (
    <Segmented
      aria-label={`Status of ${vehicle_number}`}
      options={OPTIONS}
      value={change.isPending ? change.variables.status : status}
      disabled={change.isPending}
      onChange={(wanted) => change.mutate({ id, status: wanted })}
    />
  )
}
