import { Empty } from 'antd'
import type { ReactNode } from 'react'

/** A list without rows: what that means and, where there is one, the next step. */
export function EmptyList({ text, hint, children }: { text: string; hint?: string | undefined; children?: ReactNode }) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{text}</strong>
          {hint ? <p>{hint}</p> : null}
        </>
      }
    >
      {children}
    </Empty>
  )
}
