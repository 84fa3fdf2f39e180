import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { ListState } from '../../lib/use-list-state.ts'
import { shownPage } from '../../lib/shown-page.ts'
import styles from '../pager.module.css'

interface ListPagerProps {
  list: ListState
  data: { next: string | null; previous: string | null; total_pages: number; count_capped?: boolean } | undefined
  children?: ReactNode
}

/**
 * 'Page X of Y' with Previous and Next, which walk by the server's cursors. A list that begins
 * at a value has no page numbers.
 */
export function ListPager({ list, data, children }: ListPagerProps) {
  if (!data) return null
  const { next, previous, total_pages, count_capped } = data
  const page = shownPage(list.page, previous)
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={!previous} onClick={() => previous && list.go(page - 1, previous)}>
        Previous
      </Button>
      <span className="numbers">
        {list.paging.go_to ? (
          <Button type="link" onClick={() => list.set('go_to', null)}>
            Back to the beginning
          </Button>
        ) : (
          `Page ${page} of ${Math.max(total_pages, page).toLocaleString('en-IN')}${count_capped ? '+' : ''}`
        )}
      </span>
      <Button disabled={!next} onClick={() => next && list.go(page + 1, next)}>
        Next
      </Button>
      {children}
    </nav>
  )
}
