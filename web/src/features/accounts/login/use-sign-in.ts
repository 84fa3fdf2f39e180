import type { SessionOutput } from '@tvarit/shared/contracts/accounts'
import { HOME_OF_ROLE, toRole } from '@tvarit/shared/contracts/roles'
import { useNavigate } from 'react-router'
import { startSession } from '../../../lib/session.ts'

/** Keeps the session and goes to the page of the role. */
export function useSignIn() {
  const navigate = useNavigate()
  return (output: SessionOutput): void => {
    startSession(output)
    void navigate(HOME_OF_ROLE[toRole(output.user.role)], { replace: true })
  }
}
