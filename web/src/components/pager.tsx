import { Button } from 'antd'
import styles from './pager.module.css'

interface PagerProps {
  /** The page that was asked for; beyond the last one the server shows the last. */
  page: number
  pages: number
  onPage: (page: number) => void
}

/**
 * The number of the page that an answer shows: one more than that of the page before it. It is lower than the page that was
 * asked for where rows have gone meanwhile.
 */
export const shownPage = (asked: number, previous: string | null): number =>
  previous === null ? 1 : Math.min(asked, 1 + Number(new URL(previous, location.origin).searchParams.get('page')))

/** 'Page X of Y' with Previous and Next; nothing when there is one page. */
export function Pager({ page: asked, pages, onPage }: PagerProps) {
  const page = Math.min(asked, pages)
  if (pages <= 1 && page <= 1) return null
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className="numbers">
        Page {page} of {pages}
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
