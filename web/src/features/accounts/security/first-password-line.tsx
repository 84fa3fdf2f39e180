import { SecondLine } from '../../../components/list/second-line.tsx'
import { formatDate, formatDateMinute } from '../../../lib/dates.ts'
import { hasRunOut } from './first-password-text.ts'

/** Below a name in a list: until when the password logs in that somebody else chose; nothing once it is their own. */
export const FirstPasswordLine = ({ expires_at }: { expires_at: string | null }) =>
  expires_at ? (
    <SecondLine>
      {hasRunOut(expires_at)
        ? `First password ran out on ${formatDate(expires_at)}`
        : `First password until ${formatDateMinute(expires_at)}`}
    </SecondLine>
  ) : null
