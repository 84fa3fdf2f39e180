import type { HospitalChoice, HospitalChoices } from '@tvarit/shared/contracts/handover'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { Notice } from '../../../components/notice.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { Pill } from '../../../components/pill.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { usePaused } from '../../../lib/use-paused.ts'
import { PhoneLine } from '../contact-lines.tsx'
import styles from './handover.module.css'

interface HospitalListProps {
  alert_id: number
  /** Hospitals that have a living link. */
  notified: readonly number[]
  onChoose: (chosen: { hospital: HospitalChoice; channels: HospitalChoices['channels'] }) => void
}

/** The nearest hospitals that take emergencies, or those that match what was typed. */
export function HospitalList({ alert_id, notified, onChoose }: HospitalListProps) {
  const [typed, setTyped] = useState('')
  const search = usePaused(typed.trim())
  const query = useQuery(
    trpc.handover.choices.queryOptions(
      { id: alert_id, ...(search ? { search } : {}) },
      { placeholderData: keepPreviousData, meta: { silent: true } },
    ),
  )
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
      <Loaded query={query} loading="Looking for hospitals" failed={TEXTS.hospital_choices_failed}>
        {(shown) => (
          <>
            {shown.has_location ? null : (
              <p className="soft">There is no position to measure from: hospitals come by name.</p>
            )}
            {shown.hospitals.length === 0 ? (
              <Notice tone="warning">
                {search ? TEXTS.hospital_choices_none : 'No emergency hospital is registered. An admin can add some.'}
              </Notice>
            ) : null}
            <ol className={styles.hospitals} aria-label="Hospitals">
              {shown.hospitals.map((hospital) => (
                <li key={hospital.hospital_id} className={styles.hospital}>
                  <div className="row baseline gap-s tight">
                    <strong>{hospital.name}</strong>
                    {hospital.emergency ? null : <Pill tone="yellow">No emergencies</Pill>}
                    <span className="soft">{hospital.address}</span>
                  </div>
                  <p className="text-l strong numbers">{distance(hospital.distance_km)}</p>
                  <PhoneLine phone={hospital.phone} what={`Phone of ${hospital.name}`} />
                  {notified.includes(hospital.hospital_id) ? (
                    <Pill tone="green">Notified</Pill>
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
      </Loaded>
    </>
  )
}

const distance = (km: number | null): string => (km === null ? '' : `${km < 10 ? km.toFixed(1) : km.toFixed(0)} km`)
