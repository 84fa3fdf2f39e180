import { HOME_OF_ROLE, toRole } from '@tvarit/shared/contracts/roles'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
// What every office page needs comes with the shell, not after it.
import '../components/card.tsx'
import '../components/form-dialog.tsx'
import '../components/form/field.tsx'
import '../components/list/filter-bar.tsx'
import '../components/pill.tsx'
import { loadCodeForSure } from '../lib/load-code.ts'
import { currentSession, onSessionChange, useSessionState } from '../lib/session.ts'
import { isWanted, wanted } from '../lib/wanted-page.ts'
import { queryClient } from '../lib/trpc-query.ts'
import { mayOpen } from './access.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { SessionExpiredDialog } from './errors/session-expired-dialog.tsx'
import { Layout } from './layout/layout.tsx'
import { ToastBridge } from './layout/toast-bridge.tsx'
import { OfficeProviders } from './office-providers.tsx'
import { useRoute } from './use-route.ts'

// Whatever one person loaded must not be shown to the next one in the same browser.
let person = currentSession()?.user.id
onSessionChange(() => {
  if (currentSession()?.user.id === person) return
  person = currentSession()?.user.id
  queryClient.clear()
})

// Siren and bar have a root of their own.
void loadCodeForSure(() => import('./watch-root.tsx'))

const LOGIN_AFTER = { logout: '/userlogin', erased: '/userlogin?erased=1', expired: '/login?sessionExpired=1' } as const

const NoPermissionPage = lazy(() => loadCodeForSure(() => import('./errors/no-permission-page.tsx')))

/** Around every page of the back office: session, providers, layout, and whether the role may see the page. */
export function OfficeShell() {
  const { session, ended } = useSessionState()
  const route = useRoute()
  useDocumentTitle(route?.title)

  const { pathname, search, state } = useLocation()
  useEffect(() => {
    // A browser that translates moves texts away from under React, which breaks the page at the next change.
    document.documentElement.translate = false
    return () => {
      document.documentElement.translate = true
    }
  }, [])

  if (!session) {
    // Who pressed Logout or erased the account wants no page.
    const after_login = ended === null || ended === 'expired' ? wanted(pathname + search) : undefined
    if (ended === 'expired' && route?.expires_in_dialog) return <SessionExpiredDialog state={after_login} />
    return <Navigate to={ended ? LOGIN_AFTER[ended] : '/login'} replace state={after_login} />
  }
  const allowed = route && mayOpen(route, session.user.role)
  // Another person logged in than the one who wanted this page.
  if (!allowed && isWanted(state)) return <Navigate to={HOME_OF_ROLE[toRole(session.user.role)]} replace />
  return (
    <OfficeProviders>
      <ToastBridge />
      <Layout key={session.user.id} user={session.user}>
        <Suspense>{allowed ? <Outlet /> : <NoPermissionPage />}</Suspense>
      </Layout>
    </OfficeProviders>
  )
}
