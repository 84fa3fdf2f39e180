import type { ReactNode } from 'react'
import styles from '../chain.module.css'

/** `field:problem` findings by field. */
export const hintsOf = (flags: readonly string[]): Partial<Record<string, string>> =>
  Object.fromEntries(
    flags.map((flag) => {
      const colon = flag.indexOf(':')
      return [flag.slice(0, colon), flag.slice(colon + 1)]
    }),
  )

/** A value and, below it in amber, what looked wrong with it when it was typed. */
export function Hinted({ hint, children }: { hint: string | undefined; children: ReactNode }) {
  return (
    <>
      {children || '-'}
      {hint ? <span className={styles.amber}>{hint}</span> : null}
    </>
  )
}
