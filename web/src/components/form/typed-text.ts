import { type KeyboardEvent, type SyntheticEvent, useRef, useState } from 'react'

/**
 * What is typed into a picker of antd: read by us when the field is left or Enter is pressed. `onChange` gets what was
 * read, '' for an empty field, and the text itself where it could not be read; the picker alone would silently keep the
 * value before.
 */
export function useTypedText(read: (text: string) => string | null, onChange: (value: string) => void) {
  const text = useRef<string | null>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const settle = () => {
    if (text.current === null) return
    const typed = text.current.trim()
    text.current = null
    const value = typed === '' ? '' : read(typed)
    setUnread(value === null ? typed : null)
    onChange(value ?? typed)
  }
  return {
    /** What stands in the field and could not be read. */
    unread,
    /** A choice in the picker takes the place of what was typed. */
    chosen(value: string) {
      text.current = null
      setUnread(null)
      onChange(value)
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
