import { StyleProvider } from '@ant-design/cssinjs'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { Navigate, Outlet } from 'react-router'
import { currentSession, onSessionChange, useSessionState } from '../lib/session.ts'
import { queryClient } from '../lib/trpc-query.ts'
import { mayOpen } from './access.ts'
import { useDocumentTitle } from '../lib/document-title.ts'
import { NoPermissionPage } from './errors/no-permission-page.tsx'
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
  classNames: { wrapper: styles.dialogs! },
  styles: { header: { paddingInlineEnd: '1.5rem' } },
}

/** Around every page of the back office: session, providers, layout, and whether the role may see the page. */
export function OfficeShell() {
  const { session, ended } = useSessionState()
  const shade = useShade()
  const route = useRoute()
  useDocumentTitle(route?.title)

  if (!session) {
    if (ended === 'expired' && route?.expires_in_dialog) return <SessionExpiredDialog />
    return <Navigate to={ended ? LOGIN_AFTER[ended] : '/login'} replace />
  }
  return (
    <StyleProvider layer>
      <ConfigProvider
        theme={antdTheme(shade)}
        csp={nonce ? { nonce } : undefined}
        button={{ autoInsertSpace: false }}
        modal={DIALOG}
      >
        <App message={{ top: 16, maxCount: 4 }}>
          <QueryClientProvider client={queryClient}>
            <ToastBridge />
            <Layout user={session.user}>
              {route && mayOpen(route, session.user.role) ? <Outlet /> : <NoPermissionPage />}
            </Layout>
          </QueryClientProvider>
        </App>
      </ConfigProvider>
    </StyleProvider>
  )
}
