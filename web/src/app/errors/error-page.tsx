import { TEXTS } from '@tvarit/shared/contracts/texts'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { PlainButton } from '../../components/plain/plain-button.tsx'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { MessagePage } from './message-page.tsx'
import styles from './message-page.module.css'
import { NotFoundPage } from './not-found-page.tsx'

/** The fallback of every broken page. A chunk that a new release removed is the usual cause: reloading cures it. */
export function ErrorPage() {
  const error = useRouteError()
  useDocumentTitle('Error')
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <MessagePage title={TEXTS.unexpected_error}>
      <p className={styles.detail}>Something in this page broke. Nothing you saved is lost.</p>
      <div className={styles.actions}>
        <PlainButton kind="primary" onClick={() => location.reload()}>
          Reload the page
        </PlainButton>
        <PlainButton href="/">Go to the home page</PlainButton>
      </div>
    </MessagePage>
  )
}
