import type { ReactNode } from 'react'
import { copyText } from '../lib/copy-text.ts'
import styles from './copy-button.module.css'
import { PhoneLink } from './phone-link.tsx'

interface CopyButtonProps {
  text: string
  what: string
}

/** A copy icon; says '{what} copied to clipboard'. */
export function CopyButton({ text, what }: CopyButtonProps) {
  return (
    <button type="button" className={styles.copy} aria-label={`Copy ${what}`} onClick={() => void copyText(text, what)}>
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      >
        <rect x="8" y="8" width="12" height="12" rx="2" />
        <path d="M16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3" />
      </svg>
    </button>
  )
}

/** What can be copied, with its icon behind it. */
export const Copied = ({ children, ...button }: CopyButtonProps & { children: ReactNode }) => (
  <span className={styles.copied}>
    {children}
    <CopyButton {...button} />
  </span>
)

export const CopiedPhone = ({ phone, what = 'Phone' }: { phone: string; what?: string }) => (
  <Copied text={phone} what={what}>
    <PhoneLink phone={phone} />
  </Copied>
)
