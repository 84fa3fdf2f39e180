import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FileField } from '../../components/form/upload-field.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { trpc, whenDone } from '../../lib/trpc-query.ts'
import { ImportMistakes } from './import-mistakes.tsx'
import styles from './registry.module.css'
import { reloadRegistry } from './reload-registry.ts'

export interface ImportKind {
  what: 'ambulances' | 'hospitals'
  /** Field names, in the order of the template. */
  columns: readonly string[]
  /** What a row may say, and which existing ones it changes. */
  rules: string
}

/** Imports a CSV, all or nothing; what is wrong stands in a table, row by row. */
export function ImportDialog({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const { what, columns, rules } = kind
  const [file, setFile] = useState<File | null>(null)
  const [rejected, setRejected] = useState<string | null>(null)
  const options = whenDone(
    ({ added, updated }: { added: number; updated: number }) => TEXTS.csv_imported(added, updated),
    reloadRegistry,
  )
  const ambulances = useMutation(trpc.registry.importAmbulances.mutationOptions(options))
  const hospitals = useMutation(trpc.registry.importHospitals.mutationOptions(options))
  const send = what === 'ambulances' ? ambulances : hospitals
  const { file: about_file, ...rows } = fieldMessages(send.error)
  const failed = send.isError && !about_file ? errorText(send.error, TEXTS.csv_import_failed) : null
  const onSubmit = () => {
    if (!file) return setRejected(rejected ?? TEXTS.csv_choose)
    const form = new FormData()
    form.set('file', file)
    send.mutate(form, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={`Import ${what}`}
      submit="Import"
      busy={send.isPending}
      error={failed}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <p>
        A row for each, with these columns: <span className={styles.code}>{columns.join(', ')}</span>. {rules} When one
        row is wrong, nothing is imported.
      </p>
      <p>
        <a
          download={`${what}.csv`}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${columns.join(',')}\r\n`)}`}
        >
          Download the template
        </a>
      </p>
      <FileField
        label="CSV file"
        marked
        kind="csv"
        file={file}
        error={rejected ?? about_file}
        onFile={(chosen, problem) => {
          setFile(chosen)
          setRejected(problem)
          send.reset()
        }}
      />
      <ImportMistakes rows={rows} most={LIMITS.import_mistakes} />
    </FormDialog>
  )
}
