import { Button } from 'antd'
import styles from './pager.module.css'

interface PagerProps {
  /** The page that was asked for; beyond the last one the server shows the last. */
  page: number
  pages: number
  onPage: (page: number) => void
}

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
