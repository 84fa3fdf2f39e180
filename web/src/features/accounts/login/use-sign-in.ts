import type { SessionOutput } from '@tvarit/shared/contracts/accounts'
import { HOME_OF_ROLE, toRole } from '@tvarit/shared/contracts/roles'
import { useNavigate } from 'react-router'
import { startSession } from '../../../lib/session.ts'
import { api } from '../../../lib/trpc.ts'

const CHOOSE_PASSWORD = '/security?choose=1'

/** Keeps the session and goes to the page of the role. */
export function useSignIn() {
  const navigate = useNavigate()
  return (output: SessionOutput): void => {
    startSession(output)
    void navigate(HOME_OF_ROLE[toRole(output.user.role)], { replace: true })
  }
}

/** The same after a password: whoever has one that somebody else chose goes first to where they choose their own. */
export function useSignInWithPassword() {
  const signIn = useSignIn()
  const navigate = useNavigate()
  return async (output: SessionOutput): Promise<void> => {
    startSession(output)
    const password = await api.auth.password.query().catch(() => null)
    if (password?.expires_at) void navigate(CHOOSE_PASSWORD, { replace: true })
    else signIn(output)
  }
}
