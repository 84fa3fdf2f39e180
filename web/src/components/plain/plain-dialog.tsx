import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './plain-dialog.module.css'
import { raiseToasts } from './plain-toasts.tsx'

interface PlainDialogProps {
  title: string
  onCancel: () => void
  children: ReactNode
  footer: ReactNode
}

/** A modal of the public pages: the browser's own dialog, with its focus trap and Escape. Mounted means open. */
export function PlainDialog({ title, onCancel, children, footer }: PlainDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    // Missing before Safari 15.4 and Firefox 98; there it stands over the page without holding the focus.
    if (!element.showModal) {
      element.setAttribute('open', '')
      element.dataset.plain = ''
      return
    }
    if (!element.open) element.showModal()
    raiseToasts()
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      // Chromium closes it at a second Escape without asking. Mounted means open.
      onClose={() => {
        onCancel()
        dialog.current?.showModal()
        raiseToasts()
      }}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <div className={styles.body}>{children}</div>
      <div className={styles.footer}>{footer}</div>
    </dialog>
  )
}
