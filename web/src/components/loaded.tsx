import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { isMissing } from '../lib/record.ts'
import { LoadFailed } from './load-failed.tsx'

interface LoadedProps<T> {
  query: {
    data: T | undefined
    isPending: boolean
    isFetching: boolean
    isError: boolean
    error: unknown
    refetch: () => unknown
  }
  /** What is awaited, for screen readers: 'Loading plan'. */
  loading: string
  /** What a person reads when it cannot be had. */
  failed: string
  /** Lines of the placeholder. */
  rows?: number
  /** It is a whole page: the placeholder has its title, too. */
  page?: true
  /** What stands there when there is no such record. */
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/** A part of a page in each state of its data: a placeholder, a failure with Try again, or the data. */
export function Loaded<T>({ query, loading, failed, rows = 3, page, missing, children }: LoadedProps<T>) {
  if (missing && isMissing(query)) return missing
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) {
    return (
      <div role="status" aria-label={loading}>
        <Skeleton active paragraph={{ rows }} title={page === true} />
      </div>
    )
  }
  return <LoadFailed text={failed} busy={query.isFetching} onRetry={() => void query.refetch()} />
}
