import { useEffect, useState } from 'react'
import { checkPhoto } from '../../lib/check-file.ts'
import { FieldFrame, useField } from './field.tsx'
import styles from './file-field.module.css'
import { PlainButton } from './plain-button.tsx'

interface PhotoFieldProps {
  photo: File | null
  error: string | undefined
  marked?: boolean
  hint: string
  onPhoto: (file: File | null, error: string | null) => void
}

/** A person's photo with a preview: it helps to recognise them. */
export function PhotoField({ photo, error, marked, hint, onPhoto }: PhotoFieldProps) {
  const { id, control } = useField(error, true)
  const [read, setRead] = useState<{ photo: File; url: string } | null>(null)
  useEffect(() => {
    if (!photo) return
    const reader = new FileReader()
    reader.addEventListener('load', () => setRead({ photo, url: reader.result as string }))
    reader.readAsDataURL(photo)
  }, [photo])
  const preview = read && read.photo === photo ? read.url : null
  return (
    <div className={`photo-field ${styles.photoRow}`}>
      <div className={styles.preview}>
        {preview ? (
          <img src={preview} alt="Preview of your choice" />
        ) : (
          <svg viewBox="0 0 24 24" width="40" height="40" aria-hidden="true" fill="currentColor">
            <circle cx="12" cy="8" r="4.5" />
            <path d="M3 21c0-5 4-7.5 9-7.5s9 2.5 9 7.5z" />
          </svg>
        )}
      </div>
      <FieldFrame id={id} label="Photo" error={error} hint={hint} marked={marked}>
        <input
          {...control}
          className={styles.file}
          type="file"
          accept="image/png,image/jpeg"
          onChange={(event) => {
            const file = event.target.files?.[0] ?? null
            onPhoto(file, file ? checkPhoto(file) : null)
            // So that choosing the same file again after a rejection is a change.
            event.target.value = ''
          }}
        />
        {photo ? (
          <span className={styles.chosen}>
            <span>{photo.name}</span>
            <PlainButton kind="quiet" onClick={() => onPhoto(null, null)}>
              Remove
            </PlainButton>
          </span>
        ) : null}
      </FieldFrame>
    </div>
  )
}
