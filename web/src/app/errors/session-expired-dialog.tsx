import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useNavigate } from 'react-router'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { PlainDialog } from '../../components/plain/plain-dialog.tsx'
import { PublicFrame } from '../../components/plain/public-frame.tsx'

/** In place of a page whose session has ended: says so, and leads to the login with this history state. What the page showed is gone. */
export function SessionExpiredDialog({ state }: { state: unknown }) {
  const navigate = useNavigate()
  const leave = () => void navigate('/login?sessionExpired=1', { replace: true, state })
  return (
    <PublicFrame>
      <PlainDialog
        title="Session Expired"
        onCancel={leave}
        footer={
          <PlainButton kind="primary" onClick={leave}>
            Go to login
          </PlainButton>
        }
      >
        <p>{TEXTS.session_expired}</p>
      </PlainDialog>
    </PublicFrame>
  )
}
