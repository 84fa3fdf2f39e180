import type { SessionOutput } from '@tvarit/shared/contracts/accounts'
import { toRole } from '@tvarit/shared/contracts/roles'
import { useNavigate } from 'react-router'
import { homeOf } from '../../../app/access.ts'
import { startSession } from '../../../lib/session.ts'

/** Keeps the session and goes to the page of the role. */
export function useSignIn() {
  const navigate = useNavigate()
  return (output: SessionOutput): void => {
    startSession(output)
    void navigate(homeOf(toRole(output.user.role)), { replace: true })
  }
}
