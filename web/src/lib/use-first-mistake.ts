import { useEffect, useId, useState } from 'react'

/**
 * Brings the focus to the first field of the form with this id that is marked as wrong: after the render that marks it,
 * and after a dialog that stood over the form is gone. `data-wrong` marks a button, which cannot be invalid.
 */
export function useFirstMistake() {
  const form_id = useId()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    const form = document.getElementById(form_id)
    form?.querySelector<HTMLElement>('[aria-invalid=true], [data-wrong=true]')?.focus()
  }, [asked, form_id])
  return { form_id, goToFirstMistake: () => setAsked((before) => before + 1) }
}

/** What a form says above its buttons when it was not sent. */
export const mistakesText = (mistakes: number): string =>
  mistakes === 1 ? 'One field needs your attention.' : `${mistakes} fields need your attention.`
