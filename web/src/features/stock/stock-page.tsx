import type { Stock, StockPerson } from '@tvarit/shared/contracts/stock'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BackLink } from '../../components/back-link.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { usePageTitle } from '../../lib/document-title.ts'
import { useRecordId } from '../../lib/record.ts'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { BatchTable } from './batch-table.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { MovesTable } from './moves-table.tsx'
import { PeopleTable } from './people-table.tsx'
import { StockStatistics } from './stock-statistics.tsx'
import { BELOW, LEVEL_NAMES } from './wording.ts'

/** The stock of the caller, of the company for an admin, or of a partner below. */
export default function StockPage() {
  const own = useParams().id === undefined
  const holder_id = useRecordId() ?? undefined
  const session = useSessionState().session
  const query = useQuery(
    trpc.stock.get.queryOptions(own || holder_id ? { holder_id } : skipToken, { meta: { silent: true } }),
  )
  const home = session?.user.role === 'admin' ? '/stock' : '/my-stock'
  return (
    <>
      {own ? null : <BackLink to={home}>{home === '/stock' ? 'Back to Stock' : 'Back to My stock'}</BackLink>}
      <Loaded query={query} loading="Loading stock" failed={TEXTS.stock_failed} missing="Partner not found" rows={8}>
        {(stock) => <StockOf key={stock.holder?.id ?? 0} stock={stock} own={own} />}
      </Loaded>
    </>
  )
}

interface Moving {
  kind: 'give' | 'take_back'
  partner: StockPerson | null
}

function StockOf({ stock, own }: { stock: Stock; own: boolean }) {
  const role = useSessionState().session?.user.role ?? 'user'
  const [moving, setMoving] = useState<Moving | null>(null)
  const { holder } = stock
  usePageTitle(holder === null || own ? null : `Stock of ${holder.name}`)
  const people = holder === null ? 'partners' : BELOW[holder.role]
  // An admin gives the company's stock to any partner; the others give to those directly below.
  const may_move = scopeOf('stock.give', role) !== null && (own || role === 'admin')
  return (
    <>
      <PageHead
        title={holder === null ? 'Stock by partner' : own ? 'My stock' : holder.name}
        note={
          holder === null || own ? undefined : [LEVEL_NAMES[holder.role], holder.firm_name].filter(Boolean).join(' · ')
        }
      >
        <LinkButton to={holder === null || own ? '/sales-by-month' : `/sales-by-month?holder_id=${holder.id}`}>
          Sales by month
        </LinkButton>
        {may_move && own && people ? (
          <Button type="primary" onClick={() => setMoving({ kind: 'give', partner: null })}>
            Give stickers
          </Button>
        ) : null}
      </PageHead>
      <StockStatistics stock={stock} compact />
      {people ? (
        <PeopleTable
          under={own ? undefined : holder?.id}
          title={holder === null ? 'Partners' : `${own ? 'My' : 'Their'} ${people}`}
          searchable
          onMove={may_move ? (kind, partner) => setMoving({ kind, partner }) : null}
        />
      ) : null}
      <BatchTable stock={stock} own={own} />
      <MovesTable holder_id={own ? undefined : holder?.id} />
      {moving ? <MoveDialog {...moving} onClose={() => setMoving(null)} /> : null}
    </>
  )
}
