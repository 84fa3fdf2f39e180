import type { ReactNode } from 'react'

/** An e-mail address that breaks before its @ where it does not fit, not in the middle of a word; null as it is. */
export function emailText(email: string | null): ReactNode {
  if (email === null) return null
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
