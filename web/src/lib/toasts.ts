import { LIMITS } from '@tvarit/shared/contracts/limits'
import { randomId } from './random-id.ts'

export type ToastKind = 'info' | 'success' | 'error' | 'loading'

export interface Toast {
  /** A toast with the key of one on screen replaces it. */
  key: string
  kind: ToastKind
  text: string
  /** 0 stays until replaced. */
  seconds: number
}

/**
 * The port to the toasts at the top centre. Whichever shell is on screen shows them: antd's message in the back
 * office, a few plain elements on the public pages (which must not pay for antd).
 */
const listeners = new Set<(toast: Toast) => void>()

/** For the shell that comes next. */
const kept: Toast[] = []

/** Hears of each toast, first of those kept for this shell; returns the way out. */
export function onToast(listener: (toast: Toast) => void): () => void {
  listeners.add(listener)
  for (const toast of kept.splice(0)) listener(toast)
  return () => listeners.delete(listener)
}

function show(kind: ToastKind, text: string, options: { key?: string; seconds?: number } = {}): void {
  const seconds = options.seconds ?? (kind === 'loading' ? 0 : kind === 'error' ? 5 : LIMITS.toast_seconds)
  const toast: Toast = { key: options.key ?? (kind === 'error' ? text : randomId()), kind, text, seconds }
  for (const listener of listeners) {
    try {
      listener(toast)
    } catch (error) {
      // One shell that cannot show it stops neither the others nor what was just done.
      console.error(error)
    }
  }
}

/** Shows a toast wherever the code runs, also outside React. */
export const toast = {
  info: (text: string, options?: { key?: string; seconds?: number }) => show('info', text, options),
  success: (text: string, options?: { key?: string; seconds?: number }) => show('success', text, options),
  /** The same error twice is one toast: its text is its key unless one is given. */
  error: (text: string, options?: { key?: string; seconds?: number }) => show('error', text, options),
  /** Shown after the way to a page of another shell. */
  successThere: (text: string) =>
    void kept.push({ key: randomId(), kind: 'success', text, seconds: LIMITS.toast_seconds }),
  loading: (text: string, options: { key: string }) => show('loading', text, options),
}
