import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** A tapped push opens its alert in this tab, without loading it again: the sound stays armed. The answer says so. */
export function useOpenFromPush(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const onMessage = ({ data, ports }: MessageEvent<{ open?: string; until?: number }>) => {
      if (!data.open || Date.now() > (data.until ?? 0)) return
      ports[0]?.postMessage('opened')
      void navigate(data.open)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    navigator.serviceWorker.startMessages()
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
}
