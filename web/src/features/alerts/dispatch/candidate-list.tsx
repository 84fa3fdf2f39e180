import type { Candidate, Candidates } from '@tvarit/shared/contracts/dispatch'
import { PLAN_NAMES } from '@tvarit/shared/contracts/plans'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { TextField } from '../../../components/form/field.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { Notice } from '../../../components/notice.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { Pill } from '../../../components/pill.tsx'
import { formatMinutes } from '../../../lib/dates.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { useShortcutsOn } from '../../../lib/use-shortcuts.ts'
import { usePaused } from '../../../lib/use-paused.ts'
import { entitlementText } from '../../../lib/entitlement-text.ts'
import { AMBULANCE_TYPES } from './ambulance-types.ts'
import styles from './dispatch.module.css'

/** Ambulances move and are taken by others. */
const REFETCH_MS = 15_000

interface CandidateListProps {
  alert_id: number
  /** A silent one is replaced. */
  instead?: boolean
  /** The keys 1 to 5 send them. */
  keys: boolean
  /** Opens the question. The list may move under the pointer, so a press alone sends none. */
  onSend: (candidate: Candidate) => void
}

/** The ambulances that suit best. A search goes over all of them, also while the alert has no place. */
export function CandidateList({ alert_id, instead = false, keys, onSend }: CandidateListProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const keys_on = useShortcutsOn() && keys
  const search = usePaused(typed?.trim() ?? '')
  const query = useQuery(
    trpc.dispatch.candidates.queryOptions(
      { id: alert_id, ...(search && { search }) },
      { refetchInterval: REFETCH_MS, placeholderData: keepPreviousData, meta: { silent: true } },
    ),
  )
  return (
    <Loaded query={query} loading="Looking for ambulances" failed="The nearest ambulances could not be looked up.">
      {({ candidates, plan, has_location, router }) => (
        <>
          {router === 'failed' ? (
            <p className="soft">The router does not answer: times are estimates by distance.</p>
          ) : null}
          {has_location || search ? null : (
            <p className="below">
              There is no position to measure from. Set the place, or search for an ambulance by what the caller says.
            </p>
          )}
          {candidates.length > 0 && !candidates.some(({ near }) => near) ? (
            <Notice tone="warning">No ambulance is near. Call 108 and note it as outside provider.</Notice>
          ) : null}
          {candidates.length === 0 && (has_location || search) ? (
            <Notice tone="warning">
              {search
                ? 'No available ambulance matches.'
                : 'No ambulance is available. Call 108 and note it as outside provider.'}
            </Notice>
          ) : null}
          {has_location && typed === null ? null : (
            <TextField
              label="Search all ambulances"
              type="search"
              autoComplete="off"
              placeholder="Number, operator, driver or town"
              maxLength={LIMITS.search}
              value={typed ?? ''}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <ol className={styles.candidates}>
            {candidates.map((candidate, index) => (
              <CandidateRow
                key={candidate.ambulance_id}
                candidate={candidate}
                plan={plan}
                digit={keys_on && !search ? String(index + 1) : undefined}
                send={
                  <Button
                    type={index === 0 ? 'primary' : 'default'}
                    aria-label={`Send ${candidate.vehicle_number}${instead ? ' instead' : ''}`}
                    aria-keyshortcuts={keys_on && !search ? String(index + 1) : undefined}
                    onClick={() => onSend(candidate)}
                  >
                    {instead ? 'Send instead' : 'Send'}
                  </Button>
                }
              />
            ))}
          </ol>
          <p className={`row gap-s ${styles.plan}`}>
            <PlanState plan={plan} />
            <span className="soft">{planText(plan)}</span>
            {has_location && typed === null ? (
              <Button type="link" size="small" onClick={() => setTyped('')}>
                Search all ambulances
              </Button>
            ) : null}
          </p>
        </>
      )}
    </Loaded>
  )
}

interface CandidateRowProps {
  candidate: Candidate
  plan: Candidates['plan']
  /** The key that sends it. */
  digit: string | undefined
  /** The button that sends it. */
  send: ReactNode
}

function CandidateRow({ candidate, plan, digit, send }: CandidateRowProps) {
  const { vehicle_number, eta_minutes, inside_plan } = candidate
  return (
    <li className={styles.candidate}>
      <div className="row baseline gap-s tight">
        {digit ? (
          <kbd className={styles.digit} aria-hidden="true">
            {digit}
          </kbd>
        ) : null}
        <span className="text-l strong mono numbers">{vehicle_number}</span>
        <span className="soft">
          {AMBULANCE_TYPES[candidate.type]}, {candidate.operator}
        </span>
      </div>
      <p className="text-l strong numbers">
        {eta_minutes === null ? null : formatMinutes(eta_minutes)}
        {eta_minutes !== null && candidate.eta_source === 'route' ? <span className="soft"> by road</span> : null}
      </p>
      <div className={`row gap-s ${styles.reason}`}>
        {candidate.reason}
        {plan && inside_plan === false ? <Pill tone="yellow">Outside plan</Pill> : null}
        {eta_minutes === null ? (
          <p>
            Arrival unknown, ask {candidate.driver_name}: <PhoneLink phone={candidate.driver_phone} />
          </p>
        ) : null}
      </div>
      {send}
    </li>
  )
}

function PlanState({ plan }: { plan: Candidates['plan'] }) {
  if (plan?.expired) return <Pill tone="yellow">Plan expired</Pill>
  return plan?.ride_used ? <Pill tone="yellow">Ride used</Pill> : null
}

function planText(plan: Candidates['plan']): string {
  if (!plan) return 'No plan is known: send the one that is there first.'
  return `${PLAN_NAMES[plan.name]}: ${entitlementText(plan)}. It never stops you from sending one.`
}
