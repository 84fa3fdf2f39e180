import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useEffect } from 'react'
import { onArrival } from '../live/live-store.ts'

/**
 * A desktop notification for a hidden tab, only if the person has already granted it; we never ask. Each tab gives it, also
 * one without sound: their common tag makes one of them.
 */
export function useDesktopNotification(): void {
  useEffect(() => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return undefined
    return onArrival((card) => {
      if (document.visibilityState === 'visible' || card.verify_by_phone || card.drill) return
      try {
        // No name: a notification also shows on a locked screen.
        const notification = new Notification(TEXTS.widget_new_title, {
          tag: `alert-${card.id}`,
          requireInteraction: true,
        })
        notification.addEventListener('click', () => window.focus())
      } catch {
        // Android shows notifications of its service worker only: those come by push.
      }
    })
  }, [])
}
