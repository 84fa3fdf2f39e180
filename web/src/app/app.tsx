import '../lib/zod-config.ts'
import { RouterProvider } from 'react-router'
import { router } from './router.tsx'

/** Everything but a first visit to the landing page. */
export const App = () => <RouterProvider router={router} />
