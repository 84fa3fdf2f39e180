import '../lib/zod-config.ts'
import { RouterProvider } from 'react-router'
import { loadCodeForSure } from '../lib/load-code.ts'
import type { AppRoute } from './route-types.ts'
import { router } from './router.tsx'

/** The first page has been loaded, or cannot be: until then the words in index.html stay. */
export const opened = new Promise<void>((done) => {
  if (router.state.initialized) return done()
  const leave = router.subscribe(({ initialized }) => {
    if (!initialized) return
    leave()
    done()
  })
})

/** The root of the siren comes with the first page of the office. */
function watchOffice(): void {
  const office = ({ route }: { route: { handle?: unknown } }) =>
    (route.handle as AppRoute | undefined)?.shell === 'office'
  const look = () => router.state.matches.some(office) && leave()
  const unsubscribe = router.subscribe(look)
  const leave = () => {
    unsubscribe()
    void loadCodeForSure(() => import('./watch-root.tsx'))
  }
  look()
}
watchOffice()

/** Everything but a first visit to the landing page. */
export const App = () => <RouterProvider router={router} />
