import { useEffect, useRef } from 'react'
import { checkCsv, checkDocument } from '../../lib/check-file.ts'
import { FieldFrame, useField } from './field.tsx'
import styles from './file-field.module.css'
import { PlainButton } from './plain-button.tsx'

const KINDS = {
  pdf: { accept: 'application/pdf,.pdf', check: checkDocument, hint: 'PDF, up to 5 MB' },
  csv: { accept: 'text/csv,.csv', check: checkCsv, hint: 'CSV saved as UTF-8, up to 1 MB and 5,000 rows' },
} as const

interface FileFieldProps {
  label: string
  kind?: keyof typeof KINDS
  file: File | null
  error: string | undefined
  hint?: string
  marked?: boolean
  onFile: (file: File | null, error: string | null) => void
}

/** A file to upload. The browser's own control names the chosen file; one that is refused is not kept. */
export function FileField({ label, kind = 'pdf', file, error, hint, marked, onFile }: FileFieldProps) {
  const { accept, check, hint: usual } = KINDS[kind]
  const { id, control } = useField(error, hint ?? usual)
  const input = useRef<HTMLInputElement>(null)
  // The control keeps its choice to itself: without a file it must not go on naming one.
  useEffect(() => {
    if (!file && input.current) input.current.value = ''
  }, [file])
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint ?? usual} marked={marked}>
      <input
        {...control}
        ref={input}
        className={styles.file}
        type="file"
        accept={accept}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          // Somebody opened the browser's dialog and cancelled it; some browsers then empty the control.
          if (!chosen) return onFile(null, null)
          const refused = check(chosen)
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
