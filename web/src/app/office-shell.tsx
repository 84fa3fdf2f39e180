import { StyleProvider } from '@ant-design/cssinjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { HOME_OF_ROLE, toRole } from '@tvarit/shared/contracts/roles'
import { lazy, type ReactNode, Suspense } from 'react'
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
import { antdTheme } from './theme/antd-theme.ts'
import { nonceStyles } from './theme/nonce-styles.ts'
import { useShade } from './theme/theme-store.ts'
import { useRoute } from './use-route.ts'
import styles from './office-shell.module.css'

/** The server puts one nonce per page into the meta tag; the browser hides it from everything but this property. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.nonce
if (nonce) nonceStyles(nonce)

// Whatever one person loaded must not be shown to the next one in the same browser.
let person = currentSession()?.user.id
onSessionChange(() => {
  if (currentSession()?.user.id === person) return
  person = currentSession()?.user.id
  queryClient.clear()
})

const LOGIN_AFTER = { logout: '/userlogin', erased: '/userlogin?erased=1', expired: '/login?sessionExpired=1' } as const

/** A dialog stands a hand's breadth below the top on a desk, just below it on a phone; its title ends before the cross. */
const DIALOG = {
  style: { top: 'min(100px, 8vw)' },
  classNames: { wrapper: styles.dialogs!, footer: styles.foot! },
  styles: { header: { paddingInlineEnd: '1.5rem' } },
}

const NoPermissionPage = lazy(() => loadCodeForSure(() => import('./errors/no-permission-page.tsx')))

/** The mark of a required field stands behind its label. */
const FORM = {
  requiredMark: (label: ReactNode, { required }: { required: boolean }) => (
    <>
      {label}
      {required ? (
        <span className={styles.mark} aria-hidden="true">
          {'\u00a0*'}
        </span>
      ) : null}
    </>
  ),
}

/** Around every page of the back office: session, providers, layout, and whether the role may see the page. */
export function OfficeShell() {
  const { session, ended } = useSessionState()
  const shade = useShade()
  const route = useRoute()
  useDocumentTitle(route?.title)

  const { pathname, search, state } = useLocation()

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
    <StyleProvider layer>
      <ConfigProvider
        theme={antdTheme(shade)}
        csp={nonce ? { nonce } : undefined}
        button={{ autoInsertSpace: false }}
        modal={DIALOG}
        form={FORM}
      >
        <App message={{ top: 16, maxCount: 4 }}>
          <QueryClientProvider client={queryClient}>
            <ToastBridge />
            <Layout key={session.user.id} user={session.user}>
              <Suspense>{allowed ? <Outlet /> : <NoPermissionPage />}</Suspense>
            </Layout>
          </QueryClientProvider>
        </App>
      </ConfigProvider>
    </StyleProvider>
  )
}
