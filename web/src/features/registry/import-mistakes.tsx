import { type Column, DataTable } from '../../components/list/data-table.tsx'
import styles from './registry.module.css'

interface Mistake {
  id: string
  line: number
  column: string
  text: string
}

const COLUMNS: Column<Mistake>[] = [
  { title: 'Line', tabular: true, render: ({ line }) => line },
  { title: 'Column', render: ({ column }) => column || '-' },
  { title: 'What is wrong', render: ({ text }) => text },
]

interface ImportMistakesProps {
  /** Texts under `<line>.<column>`, as the server answers. */
  rows: Record<string, string>
  /** How many rows the server lists at most. */
  most: number
}

/** What is wrong with a file, in the order of its lines. */
export function ImportMistakes({ rows, most }: ImportMistakesProps) {
  const mistakes = Object.entries(rows).map(([place, text]) => {
    const [line, column] = place.split('.')
    return { id: place, line: Number(line), column: column === 'row' ? '' : (column ?? ''), text }
  })
  if (mistakes.length === 0) return null
  const lines = new Set(mistakes.map(({ line }) => line)).size
  return (
    <div className={styles.mistakes} role="region" aria-label="Wrong rows" tabIndex={0}>
      <DataTable label="Wrong rows" size="small" columns={COLUMNS} rows={mistakes} empty={null} />
      {lines >= most ? <p className={`soft ${styles.more}`}>Only the first {most} wrong rows are listed.</p> : null}
    </div>
  )
}
