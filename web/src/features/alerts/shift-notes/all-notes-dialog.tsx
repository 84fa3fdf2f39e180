import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { Pager } from '../../../components/pager.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { useFocusBack } from '../../../lib/use-focus-back.ts'
import { Note } from './note.tsx'
import styles from './shift-notes.module.css'

/** All handover notes, the newest first. */
export function AllNotesDialog({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  useFocusBack()
  const query = useQuery(
    trpc.shiftNotes.list.queryOptions({ page }, { placeholderData: keepPreviousData, meta: { silent: true } }),
  )
  return (
    <Modal open title="Handover notes" onCancel={onClose} footer={null} destroyOnHidden width={640}>
      {query.isError && !query.data ? <LoadFailed text="The notes could not be loaded." query={query} /> : null}
      {query.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      <ol className={`stack gap-l ${styles.all}`} aria-label="Handover notes">
        {query.data?.results.map((note) => (
          <li key={note.id}>
            <Note note={note} />
          </li>
        ))}
      </ol>
      <Pager page={page} pages={query.data?.total_pages ?? 1} onPage={setPage} />
    </Modal>
  )
}
