import { useEffect, useRef } from 'react'
import { checkDocument } from '../../lib/check-file.ts'
import { FieldFrame, useField } from './field.tsx'
import styles from './file-field.module.css'
import { PlainButton } from './plain-button.tsx'

interface FileFieldProps {
  label: string
  file: File | null
  error: string | undefined
  hint?: string
  marked?: boolean
  onFile: (file: File | null, error: string | null) => void
}

/** A PDF to upload. The browser's own control names the chosen file; one that is refused is not kept. */
export function FileField({ label, file, error, hint = 'PDF, up to 5 MB', marked, onFile }: FileFieldProps) {
  const { id, control } = useField(error, hint)
  const input = useRef<HTMLInputElement>(null)
  // The control keeps its choice to itself: without a file it must not go on naming one.
  useEffect(() => {
    if (!file && input.current) input.current.value = ''
  }, [file])
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} marked={marked}>
      <input
        {...control}
        ref={input}
        className={styles.file}
        type="file"
        accept="application/pdf,.pdf"
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          // Somebody opened the browser's dialog and cancelled it; some browsers then empty the control.
          if (!chosen) return onFile(null, null)
          const refused = checkDocument(chosen)
          if (refused) event.target.value = ''
          onFile(refused ? null : chosen, refused)
        }}
      />
      {file ? (
        <span className={styles.chosen}>
          {sizeText(file.size)}
          <PlainButton kind="quiet" aria-label={`Remove ${label}`} onClick={() => onFile(null, null)}>
            Remove
          </PlainButton>
        </span>
      ) : null}
    </FieldFrame>
  )
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
