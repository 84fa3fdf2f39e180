import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { brand } from '../../lib/brand.ts'
import { BrandMark } from './brand-mark.tsx'
import styles from './public-frame.module.css'

/** Around a public form: the brand on top, help at the bottom. 112 and 108 are never behind a login. */
export function PublicFrame({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <Link className={styles.brand} to="/">
          <BrandMark size={36} />
          {brand.name}
        </Link>
      </header>
      <main className={wide ? styles.wide : styles.narrow}>{children}</main>
      <HelpLine />
    </div>
  )
}

export function HelpLine() {
  return (
    <p className={styles.help}>
      In an emergency call <a href="tel:112">112</a> or <a href="tel:108">108</a>. This service does not replace them.
    </p>
  )
}
