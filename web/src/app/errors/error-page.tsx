import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { MessagePage } from './message-page.tsx'
import styles from './message-page.module.css'
import { NotFoundPage } from './not-found-page.tsx'

const TRY_EVERY_MS = 5_000

/**
 * The fallback of every broken page. A lost line is the usual cause: the page is opened again until it is there, without
 * a reload, which would cost the siren its permission to sound.
 */
export function ErrorPage() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useDocumentTitle('Error')
  const not_loaded = isCodeMissing(error)
  useEffect(() => {
    if (!not_loaded) return
    const again = () => void navigate(pathname + search, { replace: true })
    const timer = setInterval(again, TRY_EVERY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [not_loaded, navigate, pathname, search])
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <MessagePage title={TEXTS.unexpected_error}>
      <p className={styles.detail}>
        {not_loaded
          ? 'The connection was lost while this page was opened. It opens again automatically as soon as the connection is back.'
          : 'Something in this page broke. Nothing you saved is lost.'}
      </p>
      <div className="row middle gap-m">
        <PlainButton kind="primary" onClick={() => location.reload()}>
          Reload the page
        </PlainButton>
        <PlainButton href="/">Go to the home page</PlainButton>
      </div>
    </MessagePage>
  )
}

/** Whether code could not be fetched, in the words of Chromium, Firefox and Safari, or a stylesheet in Vite's. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message)
