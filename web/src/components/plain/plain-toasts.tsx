import { useEffect, useRef, useState } from 'react'
import { onToast, type Toast } from '../../lib/toasts.ts'
import styles from './plain-toasts.module.css'

/**
 * Toasts at the top centre on pages without antd. A popover, shown anew for each toast: only that puts them above an
 * open modal `<dialog>`, which no z-index can.
 */
export function PlainToasts() {
  const [toasts, setToasts] = useState<Toast[]>([])
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const leave = onToast((toast) => {
      clearTimeout(timers.get(toast.key))
      // Missing before Chrome 114, Safari 17 and Firefox 125; there the toast may stand below an open dialog.
      region.current?.hidePopover?.()
      region.current?.showPopover?.()
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
    <div ref={region} popover="manual" className={styles.region} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <p key={toast.key} className={`${styles.toast} ${styles[toast.kind]}`}>
          {toast.text}
        </p>
      ))}
    </div>
  )
}
