import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Loaded } from '../../../components/loaded.tsx'
import { CardColumn, CardColumns } from '../../../components/card.tsx'
import { PageHead } from '../../../components/page-head.tsx'
import { logout } from '../../../lib/session.ts'
import { trpc } from '../../../lib/trpc-query.ts'
import { ConsentCard } from '../../data-rights/consent-card.tsx'
import { OwnDataCard } from '../../data-rights/own-data-card.tsx'
import { nameOf } from '../person-cards.tsx'
import { PlanCard } from '../plan-card.tsx'
import { TermPill } from '../term-pill.tsx'
import { AlertHistoryCard } from './alert-history-card.tsx'
import { ContactCheckCard } from './contact-check-card.tsx'
import { type FormField, isFormField } from './editable-fields.ts'
import { CONTACT_CHECK, EDIT, RENEW, STICKER_TEST } from './profile-places.ts'
import { HintsCard } from './hints-card.tsx'
import { DataViewsCard } from './data-views-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { ProfileView } from './profile-view.tsx'
import { RenewWithCouponButton } from './renew-with-coupon-button.tsx'
import { SessionsCard } from '../../accounts/security/sessions-card.tsx'
import { StickerTestCard } from './sticker-test-card.tsx'

/** The subscriber's own page: view, edit, save. */
export default function ProfilePage() {
  const query = useQuery(trpc.users.profile.queryOptions(undefined, { meta: { errorText: TEXTS.profile_load_failed } }))
  return (
    <Loaded query={query} loading="Loading profile" failed={TEXTS.profile_load_failed} page>
      {(user) => <OwnProfile user={user} />}
    </Loaded>
  )
}

function OwnProfile({ user }: { user: UserDetail }) {
  const { hash, key } = useLocation()
  const navigate = useNavigate()
  const { profile } = user
  // The address says what is edited, or which card to begin with: the home page links to them.
  const place = hash.slice(1)
  const field = profile && isFormField(place, profile) ? place : null
  const editing = field !== null || place === EDIT
  const edit = (field: FormField | typeof EDIT) => void navigate({ hash: field })
  const leave = () => void navigate({ hash: '' }, { replace: true })
  // Also when the same link is pressed again.
  const arrival = `${key} ${place}`
  useEffect(() => {
    const card = editing ? null : document.getElementById(arrival.split(' ')[1]!)
    card?.scrollIntoView({ block: 'center' })
    card?.focus({ preventScroll: true })
  }, [editing, arrival])
  return (
    <>
      <PageHead title={nameOf(user)} note={profile ? <TermPill ending_date={profile.ending_date} /> : null}>
        <Button onClick={() => logout()}>Logout</Button>
        {profile && !editing ? (
          <Button type="primary" onClick={() => edit(EDIT)}>
            Edit Profile
          </Button>
        ) : null}
      </PageHead>
      {profile && editing ? (
        <ProfileForm user={user} profile={profile} focus={field} onDone={leave} />
      ) : (
        <CardColumn>
          <HintsCard user={user} />
          <ProfileView user={user} />
          {profile ? <OwnCards user={user} /> : null}
          {profile ? <DataViewsCard /> : null}
          <SessionsCard />
          {profile ? <ConsentCard /> : null}
          <OwnDataCard erasable={profile !== null} />
        </CardColumn>
      )}
    </>
  )
}

/** What a subscriber can do beside the profile itself. */
function OwnCards({ user }: { user: UserDetail }) {
  const { hash } = useLocation()
  return (
    <CardColumns>
      <CardColumn>
        <PlanCard
          user_id={user.id}
          renewal={<RenewWithCouponButton key={hash} user_id={user.id} opens={hash === `#${RENEW}`} />}
        />
        <div id={STICKER_TEST} tabIndex={-1}>
          <StickerTestCard />
        </div>
      </CardColumn>
      <CardColumn>
        <div id={CONTACT_CHECK} tabIndex={-1}>
          <ContactCheckCard />
        </div>
        <AlertHistoryCard />
      </CardColumn>
    </CardColumns>
  )
}
