import { Button, Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import { LinkButton } from '../../../components/link-button.tsx'
import { loadCodeForSure } from '../../../lib/load-code.ts'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import styles from './board.module.css'
import { focusOn } from './use-board-shortcuts.ts'

/** The layout has asked for it, so that it is there when an alert is chosen. */
const AlertView = lazy(() => loadCodeForSure(() => import('../detail/alert-view.tsx')))

/** The chosen alert beside the list. */
export function AlertPane({ id, onClose }: { id: number; onClose: () => void }) {
  const close = () => {
    // First: what gets the focus while the list has an alert beside it is shown there.
    focusOn(id)
    onClose()
  }
  // In an open menu Escape closes the menu.
  useShortcuts({ escape: () => document.activeElement?.closest('[popover]') ?? close() })
  return (
    <aside className={styles.pane} aria-label="Chosen alert">
      <div className={styles.paneBar}>
        <LinkButton to={`/qr-alerts/${id}`}>Whole page</LinkButton>
        <Button onClick={close}>Close</Button>
      </div>
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <AlertView key={id} id={id} beside />
      </Suspense>
    </aside>
  )
}
