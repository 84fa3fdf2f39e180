import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { lazy, StrictMode, Suspense, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { createPath, Router, type To } from 'react-router'
import { Boundary } from '../components/boundary.tsx'
import { loadCodeForSure } from '../lib/load-code.ts'
import { useSessionState } from '../lib/session.ts'
import { OfficeProviders } from './office-providers.tsx'
import type { AppRoute } from './route-types.ts'
import { router } from './router.tsx'

/** The live connection, the siren and the bar, for the call centre's roles. */
const AlertWatch = lazy(() => loadCodeForSure(() => import('../features/alerts/watch/alert-watch.tsx')))

/** What links and `useNavigate` need of the router; its pages are in the other root. */
const navigator = {
  createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
  push: (to: To, state?: unknown) => void router.navigate(to, { state }),
  replace: (to: To, state?: unknown) => void router.navigate(to, { state, replace: true }),
  go: (steps: number) => void router.navigate(steps),
}

const isOffice = ({ route }: { route: { handle?: unknown } }): boolean =>
  (route.handle as AppRoute | undefined)?.shell === 'office'

function Watch() {
  const { location, matches } = useSyncExternalStore(router.subscribe, () => router.state)
  const user = useSessionState().session?.user
  if (!user || !matches.some(isOffice) || scopeOf('alerts.live', user.role) === null) return null
  return (
    <Router location={location} navigator={navigator}>
      <OfficeProviders>
        <Suspense>
          <AlertWatch key={user.id} />
        </Suspense>
      </OfficeProviders>
    </Router>
  )
}

/** A React root of its own: whatever breaks on a page or around it, siren, bar and live connection go on. */
const host = document.createElement('div')
// No box of its own, as in the layout: the bar sticks to the page, above an error screen, too.
host.style.display = 'contents'
document.body.prepend(host)
createRoot(host).render(
  <StrictMode>
    <Boundary fallback={null} again_after_ms={1_000}>
      <Watch />
    </Boundary>
  </StrictMode>,
)
