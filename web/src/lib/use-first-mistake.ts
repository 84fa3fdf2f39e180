import { useEffect, useRef, useState } from 'react'

/**
 * Brings the focus to the first field of a form that is marked as wrong: after the render that marks it, and after a
 * dialog that stood over the form is gone.
 */
export function useFirstMistake() {
  const form = useRef<HTMLFormElement>(null)
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [asked])
  return { form, goToFirstMistake: () => setAsked((before) => before + 1) }
}
