import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { LoadFailed } from '../../../components/load-failed.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { logout } from '../../../lib/session.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { nameOf } from '../person-cards.tsx'
import { TermPill } from '../term-pill.tsx'
import { DataViewsCard } from './data-views-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileView } from './profile-view.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The subscriber's own page: view, edit, save. */
export default function ProfilePage() {
  const user = useQuery(trpc.users.profile.queryOptions(undefined, { meta: { errorText: TEXTS.profile_load_failed } }))
  if (user.data) return <Loaded user={user.data} />
  if (user.isPending) {
    return (
      <div role="status" aria-label="Loading profile">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  }
  return <LoadFailed text={TEXTS.profile_load_failed} busy={user.isFetching} onRetry={() => void user.refetch()} />
}

function Loaded({ user }: { user: UserDetail }) {
  const [editing, setEditing] = useState(false)
  const { profile } = user
  return (
    <>
      <PageHead title={nameOf(user)} note={profile ? <TermPill ending_date={profile.ending_date} /> : null}>
        <Button onClick={logout}>Logout</Button>
        {profile && !editing ? (
          <Button type="primary" onClick={() => setEditing(true)}>
            Edit Profile
          </Button>
        ) : null}
      </PageHead>
      {profile && editing ? (
        <ProfileForm user={user} profile={profile} onDone={() => setEditing(false)} />
      ) : (
        <>
          <ProfileView user={user} />
          {profile ? <DataViewsCard /> : null}
          <SessionsCard />
        </>
      )}
    </>
  )
}
