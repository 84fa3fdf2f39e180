import { Button } from 'antd'
import { Notice } from './notice.tsx'

interface LoadFailedProps {
  text: string
  query: { isFetching: boolean; refetch: () => unknown }
}

/** The error state of a list or page: what failed and the way out. */
export function LoadFailed({ text, query }: LoadFailedProps) {
  return (
    <Notice
      tone="error"
      action={
        <Button onClick={() => void query.refetch()} loading={query.isFetching}>
          Try again
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
