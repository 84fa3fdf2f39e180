import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useParams } from 'react-router'
import { BackLink } from '../../components/back-link.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card } from '../../components/card.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { errorStatus } from '../../lib/error-text.ts'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { AccountCard } from '../staff/account-card.tsx'
import { DataRequestsCard } from '../data-rights/data-requests-card.tsx'
import { ContactsTable } from './contacts-table.tsx'
import { HealthCard, nameOf, PersonalCard, StickerCard } from './person-cards.tsx'
import { PlanCard } from './plan-card.tsx'
import { RenewPlanButton } from './renew-plan-button.tsx'
import styles from './subscribers.module.css'
import { TermPill } from './term-pill.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'

export default function SubscriberDetailPage() {
  const id = Number(useParams().id)
  const valid = Number.isSafeInteger(id) && id > 0
  const user = useQuery(
    trpc.users.get.queryOptions(valid ? { id } : skipToken, { meta: { errorText: TEXTS.subscriber_failed } }),
  )
  const missing = !valid || (user.isError && errorStatus(user.error) === 404)
  return (
    <>
      <BackLink to="/all-subscribers">Back to All Subscribers</BackLink>
      {missing ? (
        <PageHead title={TEXTS.user_not_found} note="The address may have a typing mistake." />
      ) : user.data ? (
        <Loaded user={user.data} />
      ) : user.isPending ? (
        <div role="status" aria-label="Loading subscriber">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : (
        <LoadFailed text={TEXTS.subscriber_failed} busy={user.isFetching} onRetry={() => void user.refetch()} />
      )}
    </>
  )
}

function Loaded({ user }: { user: UserDetail }) {
  const { profile, qrcode } = user
  const name = nameOf(user)
  const role = useSessionState().session?.user.role
  const may_renew = role && scopeOf('subscribers.renew', role)
  return (
    <>
      <PageHead title={name} note={profile ? <TermPill ending_date={profile.ending_date} /> : null} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <PersonalCard
            user={user}
            facts={{
              Mobile: (
                <span className={styles.copied}>
                  <PhoneLink phone={user.phone_number} />
                  <CopyButton text={user.phone_number} what="Mobile" />
                </span>
              ),
            }}
          />
          <HealthCard profile={profile} />
          {profile ? (
            <PlanCard user_id={user.id} renewal={may_renew ? <RenewPlanButton user_id={user.id} /> : null} />
          ) : null}
        </div>
        <div className={styles.column}>
          <Card title="Emergency Contacts">{profile ? <ContactsTable profile={profile} /> : '-'}</Card>
          <StickerCard
            qrcode={qrcode}
            title="QR code"
            alt={`QR code of ${name}`}
            none="No sticker is registered to this person."
          />
        </div>
      </div>
      <AccountCard id={user.id} name={name} />
      <DataRequestsCard id={user.id} name={name} list="/all-subscribers" />
    </>
  )
}
