import './app/theme/base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LastWords } from './app/errors/last-words.tsx'
import { startTheme } from './app/theme/theme-store.ts'
import { Boundary } from './components/boundary.tsx'

startTheme()

/** The landing page has no use for the router, so a visitor who opens the address for the first time waits for none. */
async function firstPage(): Promise<ReactNode> {
  if (location.pathname === '/') {
    const { default: LandingPage } = await import('./features/landing/landing-page.tsx')
    return <LandingPage />
  }
  const { App, opened } = await import('./app/app.tsx')
  await opened
  return <App />
}

const root = createRoot(document.querySelector('#root')!)
// Not awaited at the top level: the pages import from this chunk, and each would wait for the other.
firstPage().then(
  (page) =>
    root.render(
      <StrictMode>
        <Boundary fallback={<LastWords />}>{page}</Boundary>
      </StrictMode>,
    ),
  () => root.render(<LastWords />),
)
// From here on what goes wrong is said by one of the boundaries; index.html looks for this.
Object.assign(window, { started: true })
