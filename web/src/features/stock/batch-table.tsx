import type { Stock } from '@tvarit/shared/contracts/stock'
import { Button } from 'antd'
import { useState } from 'react'
import { type Column, DataTable } from '../../components/list/data-table.tsx'
import { EmptyList } from '../../components/list/empty-list.tsx'
import { formatCount } from '../../lib/format-count.ts'
import { BatchDialog } from './batch-dialog.tsx'
import { batchName } from './wording.ts'

type Batch = Stock['batches'][number] & { id: number }

const SOLD: readonly Column<Batch>[] = [
  {
    title: 'Activated',
    tabular: true,
    render: ({ activated }) => formatCount(activated),
    sum: ({ activated }) => activated,
  },
  { title: 'Voided', tabular: true, render: ({ voided }) => formatCount(voided), sum: ({ voided }) => voided },
]

/** The batches of which a holder has or sold stickers. */
export function BatchTable({ stock, own }: { stock: Stock; own: boolean }) {
  const [shown, setShown] = useState<number | null>(null)
  const columns: readonly Column<Batch>[] = [
    { title: 'Batch', main: true, render: (row) => batchName({ id: row.bulk_job_id, name: row.name }) },
    {
      title: stock.holder === null ? 'Not given out' : 'In stock',
      tabular: true,
      render: ({ available }) => formatCount(available),
      sum: ({ available }) => available,
    },
    ...(stock.holder === null ? [] : SOLD),
    {
      title: 'Actions',
      actions: true,
      render: ({ bulk_job_id, available, activated, voided }) =>
        bulk_job_id === null || available + activated + voided === 0 ? null : (
          <Button onClick={() => setShown(bulk_job_id)}>Numbers</Button>
        ),
    },
  ]
  return (
    <section className="part" aria-labelledby="stock-batches">
      <h2 id="stock-batches" className="text-xl below">
        Batches
      </h2>
      <DataTable
        label="Batches"
        columns={columns}
        rows={stock.batches.map((batch) => ({ ...batch, id: batch.bulk_job_id ?? 0 }))}
        empty={
          <EmptyList
            text="No stickers yet"
            hint={
              stock.holder === null
                ? 'Make a batch under Bulk coupons first.'
                : own
                  ? 'They appear here as soon as the level above gives you some.'
                  : undefined
            }
          />
        }
      />
      {shown === null ? null : (
        <BatchDialog id={shown} holder_id={own ? undefined : stock.holder?.id} onClose={() => setShown(null)} />
      )}
    </section>
  )
}
