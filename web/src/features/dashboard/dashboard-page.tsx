import { lazy } from 'react'
import { loadCodeForSure } from '../../lib/load-code.ts'
import { useSessionState } from '../../lib/session.ts'
import { Statistics } from './statistics.tsx'

const ProfilePage = lazy(() => loadCodeForSure(() => import('../subscribers/profile/profile-page.tsx')))

/** The figures of the office and of the sales chain; a subscriber finds the own profile here. */
export default function DashboardPage() {
  return useSessionState().session?.user.role === 'user' ? <ProfilePage /> : <Statistics />
}
