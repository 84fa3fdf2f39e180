import styles from './registry.module.css'

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
    return { line: Number(line), column: column === 'row' ? '' : (column ?? ''), text }
  })
  if (mistakes.length === 0) return null
  const lines = new Set(mistakes.map(({ line }) => line)).size
  return (
    <div className={styles.mistakes} role="region" aria-label="Wrong rows" tabIndex={0}>
      <table aria-label="Wrong rows">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {mistakes.map(({ line, column, text }) => (
            <tr key={`${line}.${column}`}>
              <td className="numbers">{line}</td>
              <td>{column || '-'}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines >= most ? <p className={styles.more}>Only the first {most} wrong rows are listed.</p> : null}
    </div>
  )
}
