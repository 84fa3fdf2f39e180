import { useQuery } from '@tanstack/react-query'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { LinkButton } from '../../../components/link-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { firstPasswordText, hasRunOut } from './first-password-text.ts'

/** Above the page as long as the password is one that an admin chose and still logs in. */
export default function FirstPasswordStrip() {
  const { data } = useQuery(trpc.auth.password.queryOptions(undefined, { meta: { silent: true } }))
  if (!data?.expires_at || hasRunOut(data.expires_at)) return null
  return (
    <div className="below">
      <Notice tone="warning" action={<LinkButton to="/security?choose=1">{TEXTS.password_choose}</LinkButton>}>
        {firstPasswordText(data.expires_at)}
      </Notice>
    </div>
  )
}
