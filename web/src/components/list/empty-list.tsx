import { Empty } from 'antd'

/** A list without rows: what that means and, where there is one, the next step. */
export function EmptyList({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{text}</strong>
          {hint ? <p>{hint}</p> : null}
        </>
      }
    />
  )
}
