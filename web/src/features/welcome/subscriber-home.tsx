import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { spokenCode } from '@tvarit/shared/contracts/codes'
import { PLAN_NAMES } from '@tvarit/shared/contracts/plans'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/card.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { Pill } from '../../components/pill.tsx'
import { entitlementText } from '../../lib/entitlement-text.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { leftText } from '../subscribers/plan-card.tsx'
import { usePlan } from '../subscribers/plan-queries.ts'
import { CHECK_LABELS, useContactChecks } from '../subscribers/profile/contact-check-card.tsx'
import { hintsOf } from '../subscribers/profile/hints-card.tsx'
import { CONTACT_CHECK, profileLink, RENEW, STICKER_TEST } from '../subscribers/profile/profile-places.ts'
import { RenewWithCouponButton } from '../subscribers/profile/renew-with-coupon-button.tsx'
import { TermPill } from '../subscribers/term-pill.tsx'

/** A subscriber's home: the sticker, the plan, the contacts, and what to do next. */
export default function SubscriberHome() {
  const query = useQuery(trpc.users.profile.queryOptions(undefined, { meta: { silent: true } }))
  return (
    <Loaded query={query} loading="Loading your sticker" failed={TEXTS.profile_load_failed} rows={8}>
      {(user) => (
        <div className="cards gap-l">
          {user.profile ? <NextCard user={user} /> : null}
          <StickerCard user={user} />
          {user.profile ? <PlanToday user={user} /> : null}
          {user.profile ? <ContactsCard /> : null}
        </div>
      )}
    </Loaded>
  )
}

/** The three most useful steps; the profile page has all. */
const STEPS = 3

function NextCard({ user }: { user: UserDetail }) {
  const checks = useContactChecks().data
  const plan = usePlan(user.id).data
  const steps = [
    ...(plan && plan.days_left <= 30
      ? [{ text: leftText(plan.days_left, plan.ending_date), action: 'Renew', place: RENEW }]
      : []),
    ...hintsOf(user.profile!, checks),
  ]
  return (
    <Card title="What to do next">
      {steps.length === 0 ? (
        <p>Everything is in place. Put the sticker where a helper sees it, and test it once.</p>
      ) : (
        <ul className="stack gap-s pairs">
          {steps.slice(0, STEPS).map(({ text, action, place }) => (
            <li key={text}>
              <span>{text}</span>
              <LinkButton to={profileLink(place)}>{action}</LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function StickerCard({ user: { qrcode } }: { user: UserDetail }) {
  return (
    <Card title="My sticker" aside={qrcode ? <StickerPill voided={qrcode.voided_at !== null} /> : null}>
      {qrcode ? (
        <div className="row gap-l">
          <img className="qr" src={qrcode.qr_code} width="120" height="120" alt="QR code of my sticker" />
          <div className="stack gap-m">
            <p className="text-l strong numbers">{spokenCode(qrcode.serial_number)}</p>
            <LinkButton to={profileLink(STICKER_TEST)}>Test or download it</LinkButton>
          </div>
        </div>
      ) : (
        <p>There is no sticker with your name yet.</p>
      )}
    </Card>
  )
}

const StickerPill = ({ voided }: { voided: boolean }) =>
  voided ? <Pill tone="grey">Void</Pill> : <Pill tone="green">Works</Pill>

function PlanToday({ user }: { user: UserDetail }) {
  const query = usePlan(user.id)
  return (
    <Card title="My plan" aside={query.data ? <TermPill ending_date={query.data.ending_date} /> : null}>
      <Loaded query={query} loading="Loading plan" failed={TEXTS.plan_failed}>
        {({ today, days_left, ending_date }) => (
          <div className="stack gap-m">
            {today ? (
              <p>
                <strong>{PLAN_NAMES[today.name]}</strong>: {entitlementText(today)}
              </p>
            ) : null}
            <p>{leftText(days_left, ending_date)}</p>
            <div>
              <RenewWithCouponButton user_id={user.id} />
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function ContactsCard() {
  const query = useContactChecks()
  return (
    <Card title="My emergency contacts">
      <Loaded query={query} loading="Loading your contacts" failed={TEXTS.contact_checks_failed}>
        {(contacts) => (
          <div className="stack gap-m">
            {contacts.length === 0 ? <p>{TEXTS.contact_check_nobody}</p> : null}
            <ul className="stack gap-s pairs" aria-label="Contacts and whether they were checked">
              {contacts.map(({ phone, name, relation, state }) => (
                <li key={phone}>
                  <div>
                    <p>{name ?? relation}</p>
                    <p className="soft">
                      {relation}, <PhoneLink phone={phone} />
                    </p>
                  </div>
                  <Pill tone={CHECK_LABELS[state].tone}>{CHECK_LABELS[state].text}</Pill>
                </li>
              ))}
            </ul>
            <div className="buttons start">
              <LinkButton to={profileLink('spouse_name')}>Change them</LinkButton>
              <LinkButton to={profileLink(CONTACT_CHECK)}>Check them</LinkButton>
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  )
}
