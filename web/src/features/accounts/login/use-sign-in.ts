import type { SessionOutput } from '@tvarit/shared/contracts/accounts'
import { HOME_OF_ROLE, toRole } from '@tvarit/shared/contracts/roles'
import { useLocation, useNavigate } from 'react-router'
import { deadline } from '../../../lib/deadline.ts'
import { startSession } from '../../../lib/session.ts'
import { isWanted } from '../../../lib/wanted-page.ts'
import { api } from '../../../lib/trpc.ts'

const CHOOSE_PASSWORD = '/security?choose=1'
/** The strip on each page says the same. */
const ASKED_WITHIN_MS = 5_000

/** Keeps the session and goes to the page that was wanted, otherwise to that of the role. */
export function useSignIn() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (output: SessionOutput): void => {
    startSession(output)
    const to = isWanted(state) ? state.wanted : HOME_OF_ROLE[toRole(output.user.role)]
    void navigate(to, { replace: true, state: state as unknown })
  }
}

/** The same after a password: a person whose password an admin chose goes first to where they choose their own. */
export function useSignInWithPassword() {
  const signIn = useSignIn()
  const navigate = useNavigate()
  return async (output: SessionOutput): Promise<void> => {
    startSession(output)
    const password = await api.auth.password.query(undefined, { signal: deadline(ASKED_WITHIN_MS) }).catch(() => null)
    if (password?.expires_at) void navigate(CHOOSE_PASSWORD, { replace: true })
    else signIn(output)
  }
}
