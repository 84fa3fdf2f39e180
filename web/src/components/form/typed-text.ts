import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'

/**
 * What is typed into a picker of antd: read by us when the field is left or Enter is pressed. `onChange` gets what was
 * read, '' for an empty field, and the text itself where it could not be read; the picker alone would silently keep the
 * value before.
 */
export function useTypedText(value: string, read: (text: string) => string | null, onChange: (value: string) => void) {
  const text = useRef<string | null>(null)
  const [wrong, setWrong] = useState<{ text: string; before: string } | null>(null)
  const settle = () => {
    if (text.current === null) return
    const typed = text.current.trim()
    text.current = null
    const found = typed === '' ? '' : read(typed)
    setWrong(found === null ? { text: typed, before: wrong?.before ?? value } : null)
    onChange(found ?? typed)
  }
  return {
    /** What stands in the field and could not be read. */
    unread: wrong?.text ?? null,
    /** For the picker: another value would take the place of the text that could not be read. */
    shown: wrong?.before ?? value,
    /** A choice in the picker takes the place of what was typed. */
    chosen(choice: string) {
      text.current = null
      setWrong(null)
      onChange(choice)
    },
    listeners: {
      onInput: (event: SyntheticEvent) => {
        text.current = (event.target as HTMLInputElement).value
      },
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.key === 'Enter') settle()
      },
      onBlurCapture: settle,
    },
  }
}
