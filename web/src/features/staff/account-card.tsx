import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { Button } from 'antd'
import { useState } from 'react'
import { Card } from '../../components/card.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { useSessionState } from '../../lib/session.ts'
import { EndSessionsDialog } from './end-sessions-dialog.tsx'

/** For admins: what was done with a person's account, and the way to end its sessions. */
export function AccountCard({ id, name }: { id: number; name: string }) {
  const [ending, setEnding] = useState(false)
  const role = useSessionState().session?.user.role
  if (!role || !scopeOf('audit.read', role)) return null
  return (
    <Card title="Account">
      <p className="soft">Every login, change and look at this account is recorded.</p>
      <div className="row gap-s above">
        <LinkButton to={`/audit?subject=user&subject_id=${id}`}>What was done with this account</LinkButton>
        <Button onClick={() => setEnding(true)}>Log out everywhere</Button>
      </div>
      {ending ? <EndSessionsDialog person={{ id, name }} onClose={() => setEnding(false)} /> : null}
    </Card>
  )
}
