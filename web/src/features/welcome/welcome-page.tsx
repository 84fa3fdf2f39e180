import { TEXTS } from '@tvarit/shared/contracts/texts'
import { lazy, Suspense } from 'react'
import { loadCodeForSure } from '../../lib/load-code.ts'
import { useSessionState } from '../../lib/session.ts'
import styles from './welcome.module.css'

const SubscriberHome = lazy(() => loadCodeForSure(() => import('./subscriber-home.tsx')))
const PartnerHome = lazy(() => loadCodeForSure(() => import('./partner-home.tsx')))

/** Where subscribers and the sales chain land: what they have and what to do next; the rest is in the sidebar. */
export default function WelcomePage() {
  const user = useSessionState().session?.user
  return (
    <div className={`stack gap-l ${styles.welcome}`}>
      <h1>Welcome{user?.first_name ? `, ${user.first_name}` : ''}</h1>
      <Suspense>{user?.role === 'user' ? <SubscriberHome /> : <PartnerHome />}</Suspense>
      <p className="muted">{TEXTS.use_sidebar}</p>
    </div>
  )
}
