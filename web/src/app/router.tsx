import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadCode } from '../lib/load-code.ts'
import { onTheWay } from '../lib/use-later.ts'
import { ErrorPage } from './errors/error-page.tsx'
import { NotFoundPage } from './errors/not-found-page.tsx'
import { Splash } from './errors/splash.tsx'
import type { AppRoute } from './route-types.ts'
import { ROUTES } from './routes.ts'

const toRouteObject = (route: AppRoute): RouteObject => ({
  path: route.path,
  handle: route,
  lazy: async () => {
    const { default: Page } = await loadCode(route.page)
    // Two rows may have one page: what is typed on one must not stand on the other.
    return { element: <Page key={route.path} path={route.path} /> }
  },
})

const pagesOf = (shell: AppRoute['shell']): RouteObject[] =>
  ROUTES.filter((route) => route.shell === shell).map(toRouteObject)

/**
 * Two shells over one table. Pages have an error boundary of their own inside the office shell, so that a page that
 * breaks leaves the sidebar, the live connection and the siren running.
 */
export const router = createBrowserRouter([
  {
    HydrateFallback: Splash,
    ErrorBoundary: ErrorPage,
    children: [
      {
        lazy: async () => ({ Component: (await loadCode(() => import('./public-shell.tsx'))).PublicShell }),
        children: pagesOf('public'),
      },
      {
        lazy: async () => ({ Component: (await loadCode(() => import('./office-shell.tsx'))).OfficeShell }),
        children: [{ ErrorBoundary: ErrorPage, children: pagesOf('office') }],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
])

router.subscribe(({ navigation }) => {
  onTheWay.to = navigation.location?.pathname
})
