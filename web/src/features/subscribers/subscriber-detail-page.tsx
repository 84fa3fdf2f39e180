import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { BackLink } from '../../components/back-link.tsx'
import { CopiedPhone } from '../../components/copy-button.tsx'
import { Card, CardColumn, CardColumns } from '../../components/card.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { useRecordId } from '../../lib/record.ts'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { AccountCard } from '../staff/account-card.tsx'
import { DataRequestsCard } from '../data-rights/data-requests-card.tsx'
import { ContactsTable } from './contacts-table.tsx'
import { HealthCard, nameOf, PersonalCard, StickerCard } from './person-cards.tsx'
import { PlanCard } from './plan-card.tsx'
import { RenewPlanButton } from './renew-plan-button.tsx'
import { TermPill } from './term-pill.tsx'

export default function SubscriberDetailPage() {
  const id = useRecordId()
  const query = useQuery(
    trpc.users.get.queryOptions(id ? { id } : skipToken, { meta: { errorText: TEXTS.subscriber_failed } }),
  )
  return (
    <>
      <BackLink to="/all-subscribers">Back to All Subscribers</BackLink>
      <Loaded
        query={query}
        loading="Loading subscriber"
        failed={TEXTS.subscriber_failed}
        missing={TEXTS.user_not_found}
        page
      >
        {(user) => <SubscriberView user={user} />}
      </Loaded>
    </>
  )
}

function SubscriberView({ user }: { user: UserDetail }) {
  const { profile, qrcode } = user
  const name = nameOf(user)
  const role = useSessionState().session?.user.role
  const may_renew = role && scopeOf('subscribers.renew', role)
  return (
    <>
      <PageHead title={name} note={profile ? <TermPill ending_date={profile.ending_date} /> : null} />
      <CardColumn>
        <CardColumns>
          <CardColumn>
            <PersonalCard user={user} facts={{ Mobile: <CopiedPhone phone={user.phone_number} what="Mobile" /> }} />
            <HealthCard profile={profile} />
            {profile ? (
              <PlanCard user_id={user.id} renewal={may_renew ? <RenewPlanButton user_id={user.id} /> : null} />
            ) : null}
          </CardColumn>
          <CardColumn>
            <Card title="Emergency Contacts">{profile ? <ContactsTable profile={profile} /> : '-'}</Card>
            <StickerCard
              qrcode={qrcode}
              title="QR code"
              alt={`QR code of ${name}`}
              none="No sticker is registered to this person."
            />
          </CardColumn>
        </CardColumns>
        <AccountCard id={user.id} name={name} />
        <DataRequestsCard id={user.id} name={name} list="/all-subscribers" />
      </CardColumn>
    </>
  )
}
