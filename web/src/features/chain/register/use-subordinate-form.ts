import type { Found } from '../../../components/form/found-field.tsx'
import { useState } from 'react'
import {
  EMPTY_TEXTS,
  type FieldErrors,
  type FieldName,
  type FileName,
  type Files,
  NO_FILES,
  softHint,
  type TextName,
} from './form-fields.ts'

/** What the form holds; each field knows its error and, in amber, what looks wrong with it. */
export function useSubordinateForm(asks_parent: boolean) {
  const [texts, setTexts] = useState(EMPTY_TEXTS)
  const [files, setFiles] = useState<Files>(NO_FILES)
  const [parent, setParent] = useState<Found | null>(null)
  const [left, setLeft] = useState<ReadonlySet<TextName>>(new Set())
  const [errors, setErrors] = useState<FieldErrors>({})
  /** Files that were chosen and not taken, until another one is. */
  const [rejected, setRejected] = useState<FieldErrors>({})

  const change = (name: FieldName, error: string | null = null) =>
    setErrors(({ [name]: _gone, ...rest }) => (error ? { ...rest, [name]: error } : rest))

  return {
    texts,
    files,
    parent: asks_parent ? parent : undefined,
    errors,
    rejected,
    setErrors,
    text: (name: TextName) => ({
      value: texts[name],
      error: errors[name],
      soft: errors[name] ? null : softHint(name, texts, left),
      set: (value: string) => {
        setTexts((before) => ({ ...before, [name]: value }))
        change(name)
      },
      leave: () => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))),
    }),
    file: (name: FileName) => ({
      file: files[name],
      error: errors[name],
      set: (file: File | null, error: string | null) => {
        setFiles((before) => ({ ...before, [name]: error ? null : file }))
        setRejected(({ [name]: _gone, ...rest }) => (error ? { ...rest, [name]: error } : rest))
        change(name, error)
      },
    }),
    chooseParent: (chosen: Found | null) => {
      setParent(chosen)
      change('parent_id')
    },
    clear: () => {
      setTexts(EMPTY_TEXTS)
      setFiles(NO_FILES)
      setParent(null)
      setLeft(new Set())
      setErrors({})
      setRejected({})
    },
  }
}

export type SubordinateFormState = ReturnType<typeof useSubordinateForm>
