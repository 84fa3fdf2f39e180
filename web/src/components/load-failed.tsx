import { Button } from 'antd'
import { Notice } from './notice.tsx'

/** The error state of a list or page: what failed and the way out. */
export function LoadFailed({ text, onRetry, busy }: { text: string; onRetry: () => void; busy: boolean }) {
  return (
    <Notice
      tone="error"
      action={
        <Button onClick={onRetry} loading={busy}>
          Try again
        </Button>
      }
    >
      {text}
    </Notice>
  )
}
