import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { SecondLine } from '../../components/list/second-line.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import { hasRunOut } from '../accounts/security/first-password-text.ts'

/** Below a name: until when a password logs in that an admin chose; nothing once it is the person's own. */
export const firstPasswordLine = ({ password_expires_at: expires_at }: { password_expires_at: string | null }) =>
  expires_at ? (
    <SecondLine>
      {hasRunOut(expires_at)
        ? `First password ran out on ${indianDate(expires_at)}`
        : `First password until ${formatDateMinute(expires_at)}`}
    </SecondLine>
  ) : null
