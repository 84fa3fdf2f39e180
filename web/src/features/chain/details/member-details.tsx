import { HOME_OF_ROLE } from '@tvarit/shared/contracts/roles'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { BackLink } from '../../../components/back-link.tsx'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { usePageTitle } from '../../../lib/document-title.ts'
import { isMissing, useRecordId } from '../../../lib/record.ts'
import { useSessionState } from '../../../lib/session.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { AccountCard } from '../../staff/account-card.tsx'
import { DataRequestsCard } from '../../data-rights/data-requests-card.tsx'
import { levelAt, mayList } from '../chain-levels.ts'
import { MemberCards } from './member-cards.tsx'

/** The photo's link works for five minutes; every read is a look at a member's papers and is audited, so not more often. */
const STALE_AFTER_MS = 4 * 60_000

/** A member of the chain in full, read-only. A member of another level is not found here. */
export default function MemberDetails({ path }: { path: string }) {
  const level = levelAt('detail_path', path)
  const role = useSessionState().session?.user.role ?? 'user'
  const id = useRecordId()
  const member = useQuery(
    trpc.chain.get.queryOptions(id ? { id } : skipToken, {
      // Papers are not kept in memory for the next person at this screen.
      gcTime: 0,
      staleTime: STALE_AFTER_MS,
      meta: { silent: true },
    }),
  )
  usePageTitle(member.data ? `${level.name} ${nameOf(member.data)}` : null)
  const missing = member.data ? member.data.role !== level.role : isMissing(member)
  // A member who reads their own papers may have no list to go back to.
  const back = mayList(level, role) ? level.detail_back : null
  return (
    <>
      <BackLink to={back?.path ?? HOME_OF_ROLE[role]}>{back ? `Back to ${back.title}` : 'Back to Dashboard'}</BackLink>
      {missing ? (
        <PageHead title={level.not_found} note="The address may have a typing mistake, or they were removed." />
      ) : member.data ? (
        <>
          <PageHead title={`${level.name} Details`} />
          <MemberCards
            key={member.data.id}
            member={member.data}
            admin={role === 'admin'}
            reload={async () => (await member.refetch({ throwOnError: true })).data ?? null}
          >
            <AccountCard id={member.data.id} name={nameOf(member.data)} />
            <DataRequestsCard id={member.data.id} name={nameOf(member.data)} list={level.detail_back.path} />
          </MemberCards>
        </>
      ) : member.isPending ? (
        <div role="status">
          <p>{level.loading}</p>
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        </div>
      ) : (
        <LoadFailed text={level.load_failed} query={member} />
      )}
    </>
  )
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim()
