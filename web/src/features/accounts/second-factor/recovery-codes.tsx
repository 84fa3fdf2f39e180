import { brand } from '../../../lib/brand.ts'
import { copyText } from '../../../lib/copy-text.ts'
import { PlainButton } from '../../../components/plain/plain-button.tsx'
import styles from './second-factor.module.css'

/** The recovery codes, which are never shown again, with the ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <div className="stack gap-l">
      <p>
        Keep these recovery codes where you find them without your phone. Each logs you in once when the app is not at
        hand. They are shown only now.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row gap-l">
        <PlainButton onClick={() => void copyText(text, 'Recovery codes')}>Copy</PlainButton>
        <PlainButton onClick={() => saveText(`${brand.name} recovery codes\n\n${text}\n`, 'recovery-codes.txt')}>
          Download
        </PlainButton>
      </div>
    </div>
  )
}

function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
