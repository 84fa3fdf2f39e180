import { App } from 'antd'
import { useEffect } from 'react'
import { onToast } from '../../lib/toasts.ts'

/** Shows toasts with antd's message (top centre, above all layers) while the back office is on screen. */
export function ToastBridge() {
  const { message } = App.useApp()
  useEffect(() => {
    // antd's own key by ours. It drops a message without an end that replaces one with an end: such a one is a new one.
    const keys = new Map<string, string>()
    let last = 0
    return onToast(({ key, kind, text, seconds }) => {
      if (seconds === 0) {
        message.destroy(keys.get(key) ?? key)
        last += 1
        keys.set(key, `${key}-${last}`)
      }
      void message.open({ key: keys.get(key) ?? key, type: kind, content: text, duration: seconds })
    })
  }, [message])
  return null
}
