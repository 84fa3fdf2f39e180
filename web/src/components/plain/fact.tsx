import type { ReactNode } from 'react'

/** A name and its value in a `dl`; without a value nothing. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
