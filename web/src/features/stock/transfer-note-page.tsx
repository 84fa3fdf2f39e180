import { spokenCode } from '@tvarit/shared/contracts/codes'
import type { Holder, StockMoveDetail } from '@tvarit/shared/contracts/stock'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { BackLink } from '../../components/back-link.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { brand } from '../../lib/brand.ts'
import { formatDateMinute } from '../../lib/dates.ts'
import { usePageTitle } from '../../lib/document-title.ts'
import { isMissing, useRecordId } from '../../lib/record.ts'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import styles from './transfer-note.module.css'
import { batchName, LEVEL_NAMES, stickers } from './wording.ts'

/** One transfer of stock, to be printed and signed. */
export default function TransferNotePage() {
  const id = useRecordId()
  usePageTitle(id ? `Transfer note ${id}` : null)
  const is_admin = useSessionState().session?.user.role === 'admin'
  const query = useQuery(trpc.stock.move.queryOptions(id ? { id } : skipToken, { meta: { silent: true } }))
  const missing = isMissing(query)
  return (
    <>
      <div className="not-printed">
        <BackLink to={is_admin ? '/stock' : '/my-stock'}>{is_admin ? 'Back to Stock' : 'Back to My stock'}</BackLink>
        <PageHead title={missing ? TEXTS.stock_move_not_found : 'Transfer note'}>
          {query.data ? (
            <Button type="primary" onClick={() => window.print()}>
              Print
            </Button>
          ) : null}
        </PageHead>
      </div>
      {missing ? null : (
        <Loaded query={query} loading="Loading transfer" failed={TEXTS.stock_moves_failed} rows={8}>
          {(move) => <Note move={move} />}
        </Loaded>
      )}
    </>
  )
}

function Note({ move }: { move: StockMoveDetail }) {
  const { id, created_at, from, to, batch, numbers, count, note, moved_by, serial_numbers } = move
  return (
    <article className={`panel ${styles.paper}`} aria-label={`Transfer note ${id}`}>
      <header className={styles.head}>
        <h2>Transfer note {id}</h2>
        <p className="strong">{brand.name}</p>
      </header>
      <dl className={styles.facts}>
        <dt>Date</dt>
        <dd className="numbers">{formatDateMinute(created_at)}</dd>
        <dt>From</dt>
        <dd>{party(from)}</dd>
        <dt>To</dt>
        <dd>{party(to)}</dd>
        <dt>Stickers</dt>
        <dd>{stickers(count)}</dd>
        <dt>Batch</dt>
        <dd>{batch ? batchName(batch) : 'By serial numbers, below'}</dd>
        {numbers ? (
          <>
            <dt>Numbers</dt>
            <dd className="numbers">{numbers}</dd>
          </>
        ) : null}
        {note ? (
          <>
            <dt>Note</dt>
            <dd>{note}</dd>
          </>
        ) : null}
        <dt>Entered by</dt>
        <dd>{moved_by}</dd>
      </dl>
      {serial_numbers.length > 0 ? (
        <ul className={styles.serials} aria-label="Serial numbers">
          {serial_numbers.map((serial) => (
            <li key={serial}>{spokenCode(serial)}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.signatures}>
        <p>Given by, date and signature</p>
        <p>Received by, date and signature</p>
      </div>
      <p className={`soft ${styles.small}`}>
        The number of a sticker is its place in the batch, as in the manifest and on the sheets of labels.
      </p>
    </article>
  )
}

const party = (holder: Holder | null): string =>
  holder ? [holder.name, holder.firm_name, LEVEL_NAMES[holder.role]].filter(Boolean).join(', ') : brand.name
