import { indianDate } from '@tvarit/shared/contracts/indian-time'
import { SecondLine } from '../../components/list/second-line.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import { hasRunOut } from '../accounts/security/first-password-text.ts'

/** A name in a list, and below it until when a password logs in that an admin chose; nothing once it is their own. */
export const nameCell = ({ name, password_expires_at }: { name: string; password_expires_at: string | null }) => (
  <>
    {name}
    {password_expires_at ? <SecondLine>{firstPasswordState(password_expires_at)}</SecondLine> : null}
  </>
)

const firstPasswordState = (expires_at: string): string =>
  hasRunOut(expires_at)
    ? `First password ran out on ${indianDate(expires_at)}`
    : `First password until ${formatDateMinute(expires_at)}`
