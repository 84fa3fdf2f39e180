import { useEffect, useState } from 'react'
import { FieldFrame, useField } from '../../../components/plain/field.tsx'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import { checkPhoto } from './form-fields.ts'
import styles from './register.module.css'

interface PhotoFieldProps {
  photo: File | null
  error: string | undefined
  onPhoto: (file: File | null, error: string | null) => void
}

/** The subscriber's photo with a preview: it helps the ambulance crew to recognise the person. */
export function PhotoField({ photo, error, onPhoto }: PhotoFieldProps) {
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
    <div className={styles.photoRow}>
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
      <FieldFrame id={id} label="Photo" error={error} hint="PNG or JPG, up to 5 MB. Helps the crew to recognise you.">
        <input
          {...control}
          className={styles.file}
          type="file"
          accept="image/png,image/jpeg"
          onChange={(event) => {
            const file = event.target.files?.[0] ?? null
            onPhoto(file, file ? checkPhoto(file) : null)
            // So that choosing the same file again after a refusal is a change.
            event.target.value = ''
          }}
        />
        {photo ? (
          <span className={styles.chosen}>
            {photo.name}
            <PlainButton kind="quiet" onClick={() => onPhoto(null, null)}>
              Remove
            </PlainButton>
          </span>
        ) : null}
      </FieldFrame>
    </div>
  )
}
