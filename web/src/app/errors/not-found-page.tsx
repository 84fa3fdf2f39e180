import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Link } from 'react-router'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { MessagePage } from './message-page.tsx'

export function NotFoundPage() {
  useDocumentTitle('Page not found')
  return (
    <MessagePage code="404" title={TEXTS.not_found_page}>
      <p>
        <Link to="/">Go to the home page</Link>
      </p>
    </MessagePage>
  )
}
