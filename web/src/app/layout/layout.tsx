import type { SignedInUser } from '@tvarit/shared/contracts/accounts'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { Sidebar } from './sidebar.tsx'

/** Only the call centre's roles load the live connection and the siren. */
const AlertWatch = lazy(() => import('../../features/alerts/watch/alert-watch.tsx'))

/** Whoever registers alone has no password. */
const FirstPasswordStrip = lazy(() => import('../../features/accounts/security/first-password-strip.tsx'))

/** Its own page, and those where nothing may stand above an alert. */
const WITHOUT_STRIP = /^\/(security|qr-alerts)(\/|$)/

export function Layout({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const { key, pathname } = useLocation()
  // The slide-over belongs to the page it was opened on: going anywhere closes it.
  const [opened_on, setOpenedOn] = useState<string | null>(null)
  const open = opened_on === key
  const loading = useNavigation().state === 'loading'
  return (
    <div className={styles.layout}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <Sidebar role={user.role} open={open} onClose={() => setOpenedOn(null)} />
      <div className={styles.column} inert={open}>
        <Header user={user} onOpenMenu={() => setOpenedOn(key)} />
        {loading ? <div className={styles.progress} role="progressbar" aria-label="Loading page" /> : null}
        <main id="content" className={styles.content} tabIndex={-1}>
          {user.role === 'user' || WITHOUT_STRIP.test(pathname) ? null : (
            <Suspense>
              <FirstPasswordStrip />
            </Suspense>
          )}
          {children}
        </main>
      </div>
      {scopeOf('alerts.live', user.role) ? (
        <Suspense>
          <AlertWatch />
        </Suspense>
      ) : null}
      <ScrollRestoration />
    </div>
  )
}
