import type { ChainRow } from '@tvarit/shared/contracts/chain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { PEOPLE_SORTS } from '@tvarit/shared/contracts/list-choices'
import { Button } from 'antd'
import { useState } from 'react'
import { EmailLink } from '../../../components/email-link.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import type { Column } from '../../../components/list/data-table.tsx'
import { FilterBar, SearchBox } from '../../../components/list/filter-bar.tsx'
import { BY_NAME } from '../../../components/list/list-tools.tsx'
import { ListView } from '../../../components/list/list-view.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { useSessionState } from '../../../lib/session.ts'
import type { trpc } from '../../../lib/trpc-query.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import { nameCell } from '../../staff/name-cell.tsx'
import { type ChainLevel, mayDelete, mayRegister } from '../chain-levels.ts'
import styles from '../chain.module.css'
import { DeleteMemberDialog } from './delete-member-dialog.tsx'

interface ChainListProps {
  title: string
  level: ChainLevel
  /** Reads it; all five answer alike. */
  procedure: typeof trpc.chain.distributors
  /** The path of its REST list. */
  path: string
}

/** One level of the sales chain, as far as the caller reaches. Adding and deleting are offered to who may. */
export function ChainList({ title, level, procedure, path }: ChainListProps) {
  const list = useListState()
  const input = { ...list.paging, sort: list.sort(PEOPLE_SORTS) }
  // Rows stay while the next page loads.
  const query = useQuery(
    procedure.queryOptions(input, { placeholderData: keepPreviousData, meta: { errorText: level.failed } }),
  )
  const role = useSessionState().session?.user.role ?? 'user'
  const [deleting, setDeleting] = useState<ChainRow | null>(null)
  const may_add = mayRegister(level, role)
  const may_delete = mayDelete(level, role)
  const columns: readonly Column<ChainRow>[] = [
    { title: 'Name', main: true, sort: 'name', render: nameCell },
    { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
    {
      title: 'Phone',
      figures: true,
      render: ({ phone_number }) => (
        <span className={styles.phone}>
          <PhoneLink phone={phone_number} />
          <CopyButton text={phone_number} what="Phone" />
        </span>
      ),
    },
    { title: 'Firm Name', render: ({ firm_name }) => firm_name || '-' },
    {
      title: 'Actions',
      actions: true,
      render: (row) => (
        <>
          <LinkButton to={`${level.detail_path}/${row.id}`}>View</LinkButton>
          {may_delete ? (
            <Button danger aria-label={`Delete ${row.name}`} onClick={() => setDeleting(row)}>
              Delete
            </Button>
          ) : null}
        </>
      ),
    },
  ]
  return (
    <>
      <PageHead title={title}>
        {may_add ? (
          <LinkButton to={level.add_path} primary>
            {`Add ${level.name}`}
          </LinkButton>
        ) : null}
      </PageHead>
      <FilterBar>
        <SearchBox list={list} label="Search by name, email, phone or firm" busy={query.isPlaceholderData} />
      </FilterBar>
      <ListView
        list={list}
        query={query}
        label={title}
        columns={columns}
        failed={level.failed}
        empty={level.empty}
        order={BY_NAME}
        file={{ path: `${path}download/`, query: input }}
        pageOf={({ id }) => `${level.detail_path}/${id}`}
        hint={may_add ? 'Register the first one: it takes their papers and five minutes.' : undefined}
      />
      {deleting ? <DeleteMemberDialog member={deleting} level={level} onClose={() => setDeleting(null)} /> : null}
    </>
  )
}
