import { Button } from 'antd'
import { LinkButton } from '../../../components/link-button.tsx'
import { useShortcuts } from '../../../lib/use-shortcuts.ts'
import { AlertView } from '../detail/alert-view.tsx'
import styles from './board.module.css'
import { focusOn } from './use-board-shortcuts.ts'

/** The chosen alert beside the list. */
export function AlertPane({ id, onClose }: { id: number; onClose: () => void }) {
  const close = () => {
    onClose()
    focusOn(id)
  }
  // In an open menu Escape closes the menu.
  useShortcuts({ escape: () => document.activeElement?.closest('[popover]') ?? close() })
  return (
    <aside className={styles.pane} aria-label="Chosen alert">
      <div className={styles.paneBar}>
        <LinkButton to={`/qr-alerts/${id}`}>Whole page</LinkButton>
        <Button onClick={close}>Close</Button>
      </div>
      <AlertView key={id} id={id} beside />
    </aside>
  )
}
