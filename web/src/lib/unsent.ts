import { useEffect, useRef } from 'react'
import { createStore } from './create-store.ts'

/** A form on the screen whose contents would be lost with it. */
interface OpenForm {
  /** What it held before the person touched it; null until then. */
  begun: string | null
  /** On its way to the server, or there. */
  sent: boolean
  /** A change of the address within its page removes it, too. */
  ends_with_hash: boolean
}

const forms = new Map<string, OpenForm>()

/** What fields, choices and files of a form hold, as one text to compare. */
function contentsOf(form: HTMLElement): string {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input:not([type=search]), textarea, select')]
  const shown = [...form.querySelectorAll<HTMLElement>('.ant-select, [aria-pressed=true], .ant-upload-wrapper + span')]
  return JSON.stringify([
    fields.map(({ type, checked, value }) => (type === 'checkbox' || type === 'radio' ? checked : value)),
    shown.map(({ textContent }) => textContent),
  ])
}

/** The browser names it before the field has what is typed. */
function begin({ target }: Event): void {
  for (const [id, form] of forms) {
    const element = document.getElementById(id)
    if (form.begun === null && element?.contains(target as Node)) form.begun = contentsOf(element)
  }
}
for (const kind of ['beforeinput', 'keydown', 'pointerdown', 'drop']) document.addEventListener(kind, begin, true)

function isUnsent(id: string): boolean {
  const form = forms.get(id)
  const element = document.getElementById(id)
  return Boolean(form && element && !form.sent && form.begun !== null && form.begun !== contentsOf(element))
}

/** Whether something typed would be lost on the way to another page, or to another place of this one. */
export const hasUnsent = (to: 'page' | 'hash' = 'page'): boolean =>
  [...forms].some(([id, { ends_with_hash }]) => (to === 'page' || ends_with_hash) && isUnsent(id))

addEventListener('beforeunload', (event) => {
  if (hasUnsent()) event.preventDefault()
})

const store = createStore()
let question: { leave: () => void } | null = null

function ask(next: typeof question): void {
  question = next
  store.changed()
}

/** The open question whether to give up what was typed. */
export const useQuestion = () => store.use(() => question)
export const endQuestion = (): void => ask(null)

/**
 * Guards what is typed into the form with this id: reload, Back and every other way off the page ask first
 * (`unsent-question.tsx`). `sent` is true while it is on its way and once it has arrived. The returned function closes the
 * form by `leave`, after the same question.
 */
export function useUnsent(form_id: string, sent: boolean, ends_with_hash = false) {
  const before = useRef<{ contents: string } | null>(null)
  useEffect(() => {
    forms.set(form_id, { begun: null, sent: false, ends_with_hash })
    return () => void forms.delete(form_id)
  }, [form_id, ends_with_hash])
  useEffect(() => {
    const form = forms.get(form_id)
    const element = document.getElementById(form_id)
    if (!form) return
    form.sent = sent
    if (!element) return
    // Emptied for the next one: what was in it has arrived.
    if (!sent && before.current && before.current.contents !== contentsOf(element)) form.begun = null
    before.current = sent ? { contents: contentsOf(element) } : null
  }, [form_id, sent])
  return (leave: () => void) => {
    if (isUnsent(form_id)) ask({ leave })
    else leave()
  }
}
