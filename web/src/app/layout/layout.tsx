import type { SignedInUser } from '@tvarit/shared/contracts/accounts'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { toRole } from '@tvarit/shared/contracts/roles'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { setBarPlace } from '../../features/alerts/watch/bar-place.ts'
import { useWall } from '../../features/alerts/use-wall.ts'
import { loadCodeForSure } from '../../lib/load-code.ts'
import { PaletteKeys } from '../palette/palette-keys.tsx'
import { ROUTES } from '../routes.ts'
import { ScrollMemory } from '../scroll-memory.tsx'
import { Header } from './header.tsx'
import styles from './layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { UnsentQuestion } from './unsent-question.tsx'

/** Subscribers who register themselves have no password. */
const FirstPasswordStrip = lazy(() =>
  loadCodeForSure(() => import('../../features/accounts/security/first-password-strip.tsx')),
)

const ALERT_PAGES = ROUTES.filter(({ permission }) => permission === 'alerts.live')

/** Its own page, and those where nothing may stand above an alert. */
const WITHOUT_STRIP = /^\/(security|qr-alerts)(\/|$)/

export function Layout({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const { key, pathname } = useLocation()
  // The drawer belongs to the page it was opened on: going anywhere closes it.
  const [opened_on, setOpenedOn] = useState<string | null>(null)
  const open = opened_on === key
  const loading = useNavigation().state === 'loading'
  const on_watch = scopeOf('alerts.live', user.role) !== null
  useEffect(() => {
    // An alert opens on a line that is gone by then.
    if (on_watch) for (const { page } of ALERT_PAGES) void loadCodeForSure(page)
  }, [on_watch])
  const wall = useWall()
  return (
    <div className={styles.layout}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      {wall ? null : <Sidebar role={user.role} open={open} onClose={() => setOpenedOn(null)} />}
      <div className={`${styles.column} ${wall ? styles.wall : ''}`}>
        {wall ? null : <Header user={user} onOpenMenu={() => setOpenedOn(key)} />}
        <div ref={setBarPlace} className={styles.bar} />
        {loading ? <div className={styles.progress} role="progressbar" aria-label="Loading page" /> : null}
        <main
          id="content"
          className={`${styles.content} ${pathname === '/qr-alerts' ? styles.wide : ''}`}
          tabIndex={-1}
        >
          {user.role === 'user' || WITHOUT_STRIP.test(pathname) ? null : (
            <Suspense>
              <FirstPasswordStrip />
            </Suspense>
          )}
          {children}
        </main>
      </div>
      <UnsentQuestion />
      <PaletteKeys role={toRole(user.role)} />
      <ScrollMemory />
    </div>
  )
}
