import { App } from 'antd'
import { useEffect } from 'react'
import { onToast } from '../../lib/toasts.ts'

/** Shows toasts with antd's message (top centre, above all layers) while the back office is on screen. */
export function ToastBridge() {
  const { message } = App.useApp()
  useEffect(
    () =>
      onToast(({ key, kind, text, seconds }) => {
        void message.open({ key, type: kind, content: text, duration: seconds })
      }),
    [message],
  )
  return null
}
