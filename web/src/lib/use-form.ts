import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { errorText, fieldMessages } from './error-text.ts'
import { fieldOf } from './field-of.ts'

interface Rules<Form> {
  /** The call that sends the form. */
  sending: { error: unknown; isError: boolean; reset: () => void }
  /** Shown when the call failed and the server said nothing. */
  failed: string
  /** What is wrong before anything is sent, by field. Shown from the first try on. */
  check?: (form: Form) => Partial<Record<string, string>>
}

/** A form of the office: what it holds, what is wrong with each field and as a whole, and how it is sent. */
export function useForm<Form extends object>(begin: Form | (() => Form), { sending, failed, check }: Rules<Form>) {
  const [begun] = useState(begin)
  const [form, setForm] = useState(begun)
  const [tried, setTried] = useState(false)
  const found = check?.(form) ?? {}
  const rejected = fieldMessages(sending.error)
  const errors: Partial<Record<string, string>> = { ...rejected, ...(tried ? found : {}) }
  const set = (change: Partial<Form>) => {
    setForm((before) => ({ ...before, ...change }))
    if (sending.isError) sending.reset()
  }
  return {
    form,
    begun,
    errors,
    set,
    field: fieldOf(form, errors, (name, value) => set({ [name]: value } as Partial<Form>)),
    /** About the form as a whole; the fields say the rest. */
    error: sending.isError && Object.keys(rejected).length === 0 ? errorText(sending.error, failed) : null,
    /** Calls `send` unless `check` finds something. */
    submit: (send: () => void) => {
      const complete = Object.keys(found).length === 0
      setTried(!complete)
      if (complete) send()
    },
  }
}

/** A check for `useForm`: these texts may not be empty. */
export const required =
  <Name extends string>(...names: Name[]) =>
  (form: Record<Name, string>): Partial<Record<Name, string>> =>
    Object.fromEntries(names.flatMap((name) => (form[name].trim() ? [] : [[name, TEXTS.required]]))) as Partial<
      Record<Name, string>
    >
