import type { PROOFS } from '@tvarit/shared/contracts/second-factor'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TextField } from '../../../components/form/field.tsx'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'

export type Proof = (typeof PROOFS)[number]

interface ProofFieldProps {
  proof: Exclude<Proof, 'none'>
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** What a signed-in person shows again before the second factor changes. */
export function ProofField({ proof, value, error, onChange }: ProofFieldProps) {
  const kind =
    proof === 'password'
      ? ({ label: 'Your password', type: 'password', autoComplete: 'current-password' } as const)
      : ({ label: 'Code of your app, or a recovery code', autoComplete: 'one-time-code' } as const)
  return (
    <TextField
      {...kind}
      autoFocus
      spellCheck={false}
      maxLength={LIMITS.second_factor_proof}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** Reads again what a change of the second factor changes: its state and the sessions. */
export const reloadSecondFactor = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(trpc.secondFactor.read.pathFilter()),
    queryClient.invalidateQueries(trpc.auth.sessions.pathFilter()),
  ])
