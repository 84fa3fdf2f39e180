import { LIMITS } from '@tvarit/shared/contracts/limits'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { onlyDigits } from '../../lib/only-digits.ts'
import field from './field.module.css'
import styles from './otp-boxes.module.css'

const POSITIONS = Array.from({ length: LIMITS.otp_length }, (_, index) => index)

interface OtpBoxesProps {
  /** Up to six digits; a space stands for an empty box before a filled one. */
  value: string
  onChange: (value: string) => void
  /** What is wrong stands below the boxes. */
  error: string | null
  errorClassName?: string | undefined
  autoFocus?: boolean
}

/**
 * Six single-digit boxes. Pasting (or a phone's autofill) strips what is no digit, keeps six and fills them all. Deleting
 * works with a Backspace key and without one: Android's keyboards only say what becomes of the text.
 */
export function OtpBoxes({ value, onChange, error, errorClassName = 'wrong', autoFocus = false }: OtpBoxesProps) {
  const error_id = useId()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const group = useRef<HTMLDivElement>(null)
  const digits = POSITIONS.map((index) => (value[index] ?? '').trim())

  const focus = (index: number) => boxes.current[Math.max(0, Math.min(index, LIMITS.otp_length - 1))]?.focus()

  const put = (from: number, typed: string): void => {
    const fresh = onlyDigits(typed).slice(0, LIMITS.otp_length)
    // A whole code replaces everything, wherever it was pasted; single digits go where they were typed.
    const start = fresh.length === LIMITS.otp_length ? 0 : from
    const next = [...digits]
    for (const [offset, digit] of fresh.split('').entries())
      if (start + offset < next.length) next[start + offset] = digit
    onChange(
      next
        .map((digit) => digit || ' ')
        .join('')
        .trimEnd(),
    )
    focus(start + fresh.length)
  }

  const clear = (index: number): void =>
    onChange(
      digits
        .map((digit, at) => (at === index ? ' ' : digit || ' '))
        .join('')
        .trimEnd(),
    )

  /** Deletes the digit of this box, in an empty one that of the box before. */
  const deleteAt = (index: number): void => {
    if (digits[index]) return clear(index)
    clear(index - 1)
    focus(index - 1)
  }

  // React has no name for the browser's own event of this name.
  useEffect(() => {
    const element = group.current
    const onBeforeInput = (event: InputEvent): void => {
      if (event.inputType !== 'deleteContentBackward') return
      event.preventDefault()
      deleteAt(boxes.current.indexOf(event.target as HTMLInputElement))
    }
    element?.addEventListener('beforeinput', onBeforeInput)
    return () => element?.removeEventListener('beforeinput', onBeforeInput)
  })

  const onKeyDown = (index: number, event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Backspace') {
      event.preventDefault()
      deleteAt(index)
    }
    if (event.key === 'ArrowLeft') focus(index - 1)
    if (event.key === 'ArrowRight') focus(index + 1)
  }

  const onPaste = (index: number, event: ClipboardEvent<HTMLInputElement>): void => {
    event.preventDefault()
    put(index, event.clipboardData.getData('text'))
  }

  return (
    <>
      <div ref={group} className={styles.boxes} role="group" aria-label="One-time code">
        {POSITIONS.map((index) => (
          <input
            key={index}
            ref={(box) => {
              boxes.current[index] = box
            }}
            className={`${field.input} ${styles.box}`}
            inputMode="numeric"
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${index + 1} of ${LIMITS.otp_length}`}
            aria-invalid={Boolean(error)}
            aria-describedby={error_id}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={autoFocus && index === 0}
            value={digits[index]}
            onFocus={(event) => event.currentTarget.select()}
            // `onChange` keeps quiet when a digit replaces an equal one; the focus must move on all the same.
            onChange={() => {}}
            onInput={(event) => {
              const typed = event.currentTarget.value
              if (!typed) return clear(index)
              const old = digits[index] ?? ''
              // Typing into a filled box replaces its digit; the caret may stand on either side of it.
              const fresh = typed.length === 2 && typed.includes(old) ? typed.replace(old, '') : typed
              if (onlyDigits(fresh)) put(index, fresh)
            }}
            onKeyDown={(event) => onKeyDown(index, event)}
            onPaste={(event) => onPaste(index, event)}
          />
        ))}
      </div>
      <p id={error_id} role="alert" className={errorClassName}>
        {error}
      </p>
    </>
  )
}
