import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { isMissing, type RecordQuery } from '../lib/record.ts'
import { LoadFailed } from './load-failed.tsx'
import { PageHead } from './page-head.tsx'

interface LoadedProps<T> {
  query: RecordQuery & { data: T | undefined; refetch: () => unknown }
  /** What is awaited, for screen readers: 'Loading plan'. */
  loading: string
  /** What a person reads when it cannot be had. */
  failed: string
  /** Lines of the placeholder. */
  rows?: number
  /** It is a whole page: the placeholder has its title and eight lines. */
  page?: true
  /** The page's title when there is no such record. */
  missing?: string
  children: (data: T) => ReactNode
}

/** A part of a page in each state of its data: a placeholder, a failure with Try again, or the data. */
export function Loaded<T>({ query, loading, failed, rows, page, missing, children }: LoadedProps<T>) {
  if (missing && isMissing(query)) return <PageHead title={missing} note="The address may have a typing mistake." />
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) {
    return (
      <div role="status" aria-label={loading}>
        <Skeleton active paragraph={{ rows: rows ?? (page ? 8 : 3) }} title={page === true} />
      </div>
    )
  }
  return <LoadFailed text={failed} query={query} />
}
