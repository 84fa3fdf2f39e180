import type { HospitalChoice, HospitalChoices } from '@tvarit/shared/contracts/handover'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Notice } from '../../../components/notice.tsx'
import { TextField } from '../../../components/plain/field.tsx'
import { Pill } from '../../../components/pill.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { PhoneLine } from '../contact-lines.tsx'
import styles from './handover.module.css'

interface HospitalListProps {
  alert_id: number
  /** Hospitals that have a living link. */
  told: readonly number[]
  onChoose: (chosen: { hospital: HospitalChoice; channels: HospitalChoices['channels'] }) => void
}

/** The nearest hospitals that take emergencies, or those that match what was typed. */
export function HospitalList({ alert_id, told, onChoose }: HospitalListProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const query = useQuery(
    trpc.handover.choices.queryOptions(
      { id: alert_id, ...(search ? { search } : {}) },
      { placeholderData: keepPreviousData, meta: { silent: true } },
    ),
  )
  const shown = query.data
  return (
    <>
      <TextField
        label="Search hospitals"
        type="search"
        autoComplete="off"
        placeholder="Name, address or phone"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {query.isPending ? (
        <div role="status" aria-label="Looking for hospitals">
          <Skeleton active paragraph={{ rows: 3 }} title={false} />
        </div>
      ) : !shown ? (
        <LoadFailed text={TEXTS.hospital_choices_failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {shown.has_location ? null : (
            <p className={styles.soft}>There is no position to measure from: hospitals come by name.</p>
          )}
          {shown.hospitals.length === 0 ? (
            <Notice tone="warning">
              {search ? TEXTS.hospital_choices_none : 'No emergency hospital is registered. An admin can add some.'}
            </Notice>
          ) : null}
          <ol className={styles.hospitals} aria-label="Hospitals">
            {shown.hospitals.map((hospital) => (
              <li key={hospital.hospital_id} className={styles.hospital}>
                <div className={styles.who}>
                  <strong>{hospital.name}</strong>
                  {hospital.emergency ? null : <Pill tone="yellow">No emergencies</Pill>}
                  <span className={styles.soft}>{hospital.address}</span>
                </div>
                <p className={styles.far}>{distance(hospital.distance_km)}</p>
                <PhoneLine phone={hospital.phone} what={`Phone of ${hospital.name}`} />
                {told.includes(hospital.hospital_id) ? (
                  <Pill tone="green">Told</Pill>
                ) : (
                  <Button
                    size="large"
                    aria-label={`Send health data to ${hospital.name}`}
                    onClick={() => onChoose({ hospital, channels: shown.channels })}
                  >
                    Send health data
                  </Button>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

const distance = (km: number | null): string => (km === null ? '' : `${km < 10 ? km.toFixed(1) : km.toFixed(0)} km`)

/** What was typed, once the typing rests. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), LIMITS.search_debounce_ms)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
