import { useEffect } from 'react'
import { armSound, isArmed } from './siren.ts'

/** Elements with this attribute decide themselves what a click on them means for the sound. */
export const NO_AUTO_ARM = 'data-no-auto-arm'

/**
 * Sound is enabled after a click or a key press anywhere, and looked at again whenever the tab becomes visible (the
 * computer slept, the headset was unplugged). The listeners stay: a context can be taken away at any time.
 */
export function useArming(): void {
  useEffect(() => {
    void armSound()
    const onGesture = (event: Event) => {
      if (isArmed()) return
      const inside = event.target instanceof Element && event.target.closest(`[${NO_AUTO_ARM}]`)
      if (!inside) void armSound()
    }
    const onVisible = () => {
      if (document.visibilityState === 'visible') void armSound()
    }
    document.addEventListener('click', onGesture, true)
    document.addEventListener('keydown', onGesture, true)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('click', onGesture, true)
      document.removeEventListener('keydown', onGesture, true)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])
}
