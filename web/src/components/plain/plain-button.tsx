import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './plain-button.module.css'

type Kind = 'primary' | 'quiet' | 'plain'

interface Look {
  kind?: Kind
  /** Waiting for an answer: not pressable, and said so to screen readers. */
  busy?: boolean
  children: ReactNode
}

type PlainButtonProps = Look & ({ href: string } | ({ href?: undefined } & ButtonHTMLAttributes<HTMLButtonElement>))

/** The button of the public pages (no antd there). With `href` it is a link that looks like one. */
export function PlainButton({ kind = 'plain', busy = false, children, ...rest }: PlainButtonProps) {
  const className = `${styles.button} ${styles[kind]}`
  if (rest.href !== undefined) {
    return (
      <Link className={className} to={rest.href}>
        {children}
      </Link>
    )
  }
  const { type = 'button', disabled, ...attributes } = rest
  return (
    <button className={className} type={type} disabled={disabled === true || busy} aria-busy={busy} {...attributes}>
      {children}
    </button>
  )
}
