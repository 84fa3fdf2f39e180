import type { Candidate, Candidates } from '@tvarit/shared/contracts/dispatch'
import { PLAN_NAMES } from '@tvarit/shared/contracts/plans'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Loaded } from '../../../components/loaded.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Pill } from '../../../components/pill.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { entitlementText } from '../../../lib/entitlement-text.ts'
import styles from './dispatch.module.css'
import { useAssign } from './use-dispatch.ts'

/** Ambulances move and are taken by others. */
const REFETCH_MS = 15_000

/** Up to five ambulances that could go, nearest first; one press sends one, or sends it instead of a silent one. */
export function CandidateList({ alert_id, instead_of }: { alert_id: number; instead_of?: number }) {
  const query = useQuery(
    trpc.dispatch.candidates.queryOptions({ id: alert_id }, { refetchInterval: REFETCH_MS, meta: { silent: true } }),
  )
  const assign = useAssign()
  return (
    <Loaded query={query} loading="Looking for ambulances" failed="The nearest ambulances could not be looked up.">
      {({ candidates, plan, has_location, router }) => (
        <>
          {router === 'failed' ? (
            <p className={styles.soft}>The router does not answer: times are estimates by distance.</p>
          ) : null}
          {has_location ? null : (
            <Notice tone="warning">
              There is no position to measure from. Ask the caller for the place, or call 108.
            </Notice>
          )}
          {has_location && candidates.length === 0 ? (
            <Notice tone="warning">No ambulance is available. Call 108 and note it as outside provider.</Notice>
          ) : null}
          <p className={styles.soft}>{planText(plan)}</p>
          <ol className={styles.candidates}>
            {candidates.map((candidate, index) => (
              <li key={candidate.ambulance_id} className={styles.candidate}>
                <div className={styles.who}>
                  <span className={styles.plate}>{candidate.vehicle_number}</span>
                  <span className={styles.soft}>
                    {TYPES[candidate.type]}, {candidate.operator}
                  </span>
                </div>
                <p className={styles.eta}>
                  {candidate.eta_minutes} min
                  <span className={styles.soft}>{candidate.eta_source === 'route' ? ' by road' : ' estimated'}</span>
                </p>
                <p className={styles.reason}>
                  {candidate.reason} <PlanPill candidate={candidate} plan={plan} />
                </p>
                <Button
                  type={index === 0 ? 'primary' : 'default'}
                  size="large"
                  loading={assign.isPending && assign.variables.ambulance_id === candidate.ambulance_id}
                  disabled={assign.isPending}
                  aria-label={`Send ${candidate.vehicle_number}${instead_of ? ' instead' : ''}`}
                  onClick={() => assign.mutate({ id: alert_id, ambulance_id: candidate.ambulance_id, instead_of })}
                >
                  {instead_of ? 'Send instead' : 'Send'}
                </Button>
              </li>
            ))}
          </ol>
        </>
      )}
    </Loaded>
  )
}

const TYPES: Record<Candidate['type'], string> = {
  BASIC: 'Basic life support',
  ADVANCED: 'Advanced life support',
  TRANSPORT: 'Patient transport',
}

function PlanPill({ candidate, plan }: { candidate: Candidate; plan: Candidates['plan'] }) {
  if (!plan || candidate.inside_plan === null) return null
  if (plan.expired) return <Pill tone="yellow">Plan expired</Pill>
  if (plan.ride_used) return <Pill tone="yellow">Ride used</Pill>
  return candidate.inside_plan ? <Pill tone="green">Inside plan</Pill> : <Pill tone="yellow">Outside plan</Pill>
}

function planText(plan: Candidates['plan']): string {
  if (!plan) return 'No plan is known for this sticker: send whoever is nearest.'
  return `${PLAN_NAMES[plan.name]}: ${entitlementText(plan)}. It never stops you from sending one.`
}
