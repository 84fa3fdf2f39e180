import { useParams } from 'react-router'
import { BackLink } from '../../../components/back-link.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { NotLiveStrip } from '../live/not-live-strip.tsx'
import { ShortcutsButton } from '../shortcuts/shortcuts-button.tsx'
import AlertView from './alert-view.tsx'
import styles from './detail.module.css'

/** One alert on a page of its own. */
export default function AlertDetailPage() {
  const id = Number(useParams().id)
  usePageTitle(id > 0 ? `Alert ${id}` : null)
  return (
    <>
      <div className={styles.bar}>
        <BackLink to="/qr-alerts">Back</BackLink>
        <ShortcutsButton />
      </div>
      <NotLiveStrip />
      <AlertView id={id} />
    </>
  )
}
