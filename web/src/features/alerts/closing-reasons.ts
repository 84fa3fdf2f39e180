import type { Closing } from './use-alert-actions.ts'

/** What alerts are most often closed with, word for word: the same words make the records comparable. */
export const CLOSING_REASONS: Record<Closing, readonly string[]> = {
  ATTENDED: [
    'Ambulance reached the person.',
    'Person was taken to hospital by others.',
    'Spoke to the person: safe, no ambulance needed.',
    'Handed over to 112 / 108.',
  ],
  REJECTED: [
    'Pressed by mistake.',
    'Test by the owner.',
    'Same accident as another alert.',
    'No answer to three calls.',
  ],
}

/** The text after a reason was chosen: what was written is kept, what was only chosen is replaced. */
export function withReason(text: string, reason: string, chosen: readonly string[]): string {
  const written = text.trim()
  return !written || chosen.includes(written) ? reason : `${written} ${reason}`
}
