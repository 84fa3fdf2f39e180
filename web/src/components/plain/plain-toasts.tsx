import { useEffect, useState } from 'react'
import { onToast, type Toast } from '../../lib/toasts.ts'
import styles from './plain-toasts.module.css'

const ID = 'toasts'

/** What is shown last lies above: called by a dialog that has just opened over a toast. */
export function raiseToasts(): void {
  const region = document.getElementById(ID)
  region?.hidePopover?.()
  region?.showPopover?.()
}

/**
 * Toasts at the top centre on pages without antd. A popover, shown again for each toast: only that puts them above an
 * open modal `<dialog>`, which no z-index can.
 */
export function PlainToasts() {
  const [toasts, setToasts] = useState<Toast[]>([])

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const leave = onToast((toast) => {
      clearTimeout(timers.get(toast.key))
      // Missing before Chrome 114, Safari 17 and Firefox 125; there the toast may stand below an open dialog.
      raiseToasts()
      setToasts((shown) => [...shown.filter((other) => other.key !== toast.key), toast])
      if (toast.seconds === 0) return
      const remove = () => setToasts((shown) => shown.filter((other) => other.key !== toast.key))
      timers.set(toast.key, setTimeout(remove, toast.seconds * 1000))
    })
    return () => {
      leave()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])

  return (
    <div id={ID} popover="manual" className={styles.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p key={toast.key} className={`${styles.toast} ${styles[toast.kind]}`}>
          {toast.text}
        </p>
      ))}
    </div>
  )
}
