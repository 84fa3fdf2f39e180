import { useSessionState } from '../../lib/session.ts'
import ProfilePage from '../subscribers/profile/profile-page.tsx'
import { Figures } from './figures.tsx'

/** The figures of the office and of the sales chain; a subscriber finds the own profile here. */
export default function DashboardPage() {
  return useSessionState().session?.user.role === 'user' ? <ProfilePage /> : <Figures />
}
