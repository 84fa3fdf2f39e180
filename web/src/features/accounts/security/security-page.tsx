import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { CardColumn } from '../../../components/card.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { useSessionState } from '../../../lib/session.ts'
import { OwnDataCard } from '../../data-rights/own-data-card.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PushCard } from './push-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** How a person logs in, and where they are logged in. */
export default function SecurityPage() {
  const role = useSessionState().session?.user.role
  return (
    <>
      <PageHead title="Account security" />
      <CardColumn>
        {role && scopeOf('account.second_factor', role) ? <AuthenticatorCard /> : null}
        {role && role !== 'user' ? <PasswordCard /> : null}
        {role && scopeOf('push.use', role) ? <PushCard /> : null}
        <SessionsCard />
        <OwnDataCard erasable={role === 'user'} />
      </CardColumn>
    </>
  )
}
