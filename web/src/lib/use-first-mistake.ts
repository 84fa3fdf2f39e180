import { useEffect, useId, useRef, useState } from 'react'

/**
 * Brings the focus to the first field of the form with this id that is marked as wrong, and the field into view: after the
 * render that marks it, after a dialog that stood over the form is gone, and when a request (`busy`) has been answered.
 * `data-wrong` marks a button, which cannot be invalid.
 */
export function useFirstMistake(busy = false) {
  const form_id = useId()
  const [asked, setAsked] = useState(0)
  const was_busy = useRef(false)
  useEffect(() => {
    if (asked > 0) focusFirstMistake(form_id)
  }, [asked, form_id])
  useEffect(() => {
    if (was_busy.current && !busy) focusFirstMistake(form_id)
    was_busy.current = busy
  }, [busy, form_id])
  return { form_id, goToFirstMistake: () => setAsked((before) => before + 1) }
}

function focusFirstMistake(form_id: string): void {
  const form = document.getElementById(form_id)
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong=true]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** What a form says above its buttons when it was not sent. */
export const mistakesText = (mistakes: number): string =>
  mistakes === 1 ? 'One field needs your attention.' : `${mistakes} fields need your attention.`
