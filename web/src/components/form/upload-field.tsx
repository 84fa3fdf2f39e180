import { Avatar, Button, Form, Upload } from 'antd'
import { useEffect, useState } from 'react'
import { checkCsv, checkDocument, checkPhoto } from '../../lib/check-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { type FieldFrame, useField } from './field.tsx'
import styles from './upload-field.module.css'

const KINDS = {
  pdf: { accept: 'application/pdf,.pdf', check: checkDocument, hint: 'PDF, up to 5 MB' },
  csv: { accept: 'text/csv,.csv', check: checkCsv, hint: 'CSV saved as UTF-8, up to 1 MB and 5,000 rows' },
  photo: { accept: 'image/png,image/jpeg', check: checkPhoto, hint: 'PNG or JPG, up to 5 MB' },
} as const

interface FileFieldProps extends FieldFrame {
  kind?: keyof typeof KINDS
  file: File | null
  onFile: (file: File | null, error: string | null) => void
}

/** A file that is sent with the form; one that is rejected is not kept. antd's own list of files hides its Remove. */
export function FileField({ kind = 'pdf', file, onFile, ...frame }: FileFieldProps) {
  const { accept, check, hint } = KINDS[kind]
  const { item, control } = useField({ hint, ...frame })
  return (
    <Form.Item {...item}>
      <Upload
        id={control.id}
        accept={accept}
        showUploadList={false}
        beforeUpload={(chosen) => {
          const rejected = check(chosen)
          onFile(rejected ? null : chosen, rejected)
          return false
        }}
      >
        <Button
          aria-label={`Choose file: ${frame.label}`}
          aria-describedby={control['aria-describedby']}
          danger={control['aria-invalid']}
          data-wrong={control['aria-invalid']}
        >
          Choose file
        </Button>
      </Upload>
      {file ? (
        <span className={styles.chosen}>
          {file.name}, {formatBytes(file.size)}
          <Button type="link" aria-label={`Remove ${frame.label}`} onClick={() => onFile(null, null)}>
            Remove
          </Button>
        </span>
      ) : null}
    </Form.Item>
  )
}

interface PhotoFieldProps extends Omit<FileFieldProps, 'kind' | 'label'> {
  /** The photo kept already, shown until another one is chosen. */
  kept?: string | null
}

/** A person's photo with a preview: it helps to recognise them. */
export function PhotoField({ kept = null, ...field }: PhotoFieldProps) {
  const { file } = field
  const [read, setRead] = useState<{ file: File; url: string } | null>(null)
  useEffect(() => {
    if (!file) return
    const reader = new FileReader()
    reader.addEventListener('load', () => setRead({ file, url: reader.result as string }))
    reader.readAsDataURL(file)
  }, [file])
  const preview = read && read.file === file ? read.url : file ? null : kept
  return (
    <div className="photo-field">
      <Avatar
        shape="square"
        size={96}
        className={styles.preview}
        src={preview}
        alt={file ? 'Preview of your choice' : 'Photo'}
        icon={
          <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" fill="currentColor">
            <circle cx="12" cy="8" r="4.5" />
            <path d="M3 21c0-5 4-7.5 9-7.5s9 2.5 9 7.5z" />
          </svg>
        }
      />
      <FileField label="Photo" kind="photo" {...field} />
    </div>
  )
}
