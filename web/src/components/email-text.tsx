import { Fragment, type ReactNode } from 'react'

/** An e-mail address that breaks before its @ where it does not fit, not in the middle of a word; null as it is. */
export const emailText = (email: string | null): ReactNode =>
  email?.split('@').map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? (
        <>
          <wbr />@
        </>
      ) : null}
      {part}
    </Fragment>
  )) ?? null
