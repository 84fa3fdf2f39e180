import '../lib/zod-config.ts'
import { RouterProvider } from 'react-router'
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

/** Everything but a first visit to the landing page. */
export const App = () => <RouterProvider router={router} />
