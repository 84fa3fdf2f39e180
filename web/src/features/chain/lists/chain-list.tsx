import type { ChainRow } from '@tvarit/shared/contracts/chain'
import { useQuery } from '@tanstack/react-query'
import { PEOPLE_SORTS } from '@tvarit/shared/contracts/list-choices'
import { Button } from 'antd'
import { useState } from 'react'
import { EmailLink } from '../../../components/email-link.tsx'
import { CopiedPhone } from '../../../components/copy-button.tsx'
import { LinkButton } from '../../../components/link-button.tsx'
import type { Column } from '../../../components/list/data-table.tsx'
import { BY_NAME } from '../../../components/list/list-tools.tsx'
import { ListView } from '../../../components/list/list-view.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { useSessionState } from '../../../lib/session.ts'
import { listOptions, trpc } from '../../../lib/trpc-query.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import { firstPasswordLine } from '../../staff/first-password-line.tsx'
import { LEVELS, mayDelete, mayRegister } from '../chain-levels.ts'
import { DeleteMemberDialog } from './delete-member-dialog.tsx'

const { super_distributor, distributor, retailer } = LEVELS

/** All five lists by their paths; they answer alike. */
const LISTS = [
  {
    ...super_distributor.all,
    level: super_distributor,
    rest: 'super-distributors',
    read: trpc.chain.superDistributors,
  },
  { ...distributor.all, level: distributor, rest: 'distributors', read: trpc.chain.distributors },
  { ...distributor.own, level: distributor, rest: 'my-distributors', read: trpc.chain.myDistributors },
  { ...retailer.all, level: retailer, rest: 'retailers', read: trpc.chain.retailers },
  { ...retailer.own, level: retailer, rest: 'my-retailers', read: trpc.chain.myRetailers },
]

/** One level of the sales chain, as far as the caller reaches. Adding and deleting are offered to who may. */
export default function ChainList({ path }: { path: string }) {
  const { title, level, rest, read } = LISTS.find((list) => list.path === path)!
  const list = useListState()
  const input = { ...list.paging, sort: list.sort(PEOPLE_SORTS) }
  // Rows stay while the next page loads.
  const query = useQuery(read.queryOptions(input, listOptions(level.failed)))
  const role = useSessionState().session?.user.role ?? 'user'
  const [deleting, setDeleting] = useState<ChainRow | null>(null)
  const may_add = mayRegister(level, role)
  const may_delete = mayDelete(level, role)
  const columns: readonly Column<ChainRow>[] = [
    { title: 'Name', main: true, sort: 'name', render: ({ name }) => name, renderBeside: firstPasswordLine },
    { title: 'Email', render: ({ email }) => (email ? <EmailLink email={email} /> : null) },
    { title: 'Phone', tabular: true, render: ({ phone_number }) => <CopiedPhone phone={phone_number} /> },
    { title: 'Firm Name', render: ({ firm_name }) => firm_name || '-' },
    {
      title: 'Actions',
      actions: true,
      render: (row) => (
        <>
          <LinkButton to={`${level.detail_path}/${row.id}`}>View</LinkButton>
          {may_delete ? (
            <Button aria-label={`Delete ${row.name}`} onClick={() => setDeleting(row)}>
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
      <ListView
        list={list}
        query={query}
        label={title}
        columns={columns}
        search="Search by name, email, phone or firm"
        failed={level.failed}
        empty={level.empty}
        order={BY_NAME}
        file={{ path: `/api/sales/${rest}/download/`, query: input }}
        pageOf={({ id }) => `${level.detail_path}/${id}`}
        hint={may_add ? 'Register the first one: it takes their papers and five minutes.' : undefined}
      />
      {deleting ? <DeleteMemberDialog member={deleting} level={level} onClose={() => setDeleting(null)} /> : null}
    </>
  )
}
