import type { UserDetail } from '@tvarit/shared/contracts/accounts'
import { type Contact, contactsOf } from '@tvarit/shared/contracts/emergency-contacts'
import { ROLE_BADGE } from '@tvarit/shared/contracts/roles'
import { Card, CardColumn, CardColumns, Facts } from '../../../components/card.tsx'
import { HealthCard, PersonalCard, StickerCard } from '../person-cards.tsx'
import { PhoneLink } from '../../../components/phone-link.tsx'
import styles from '../subscribers.module.css'

export function ProfileView({ user }: { user: UserDetail }) {
  const { profile, qrcode } = user
  const contacts = profile ? contactsOf(profile) : []
  return (
    <CardColumns>
      <CardColumn>
        <PersonalCard
          user={user}
          facts={{
            Phone: <PhoneLink phone={user.phone_number} />,
            Role: ROLE_BADGE[user.role],
          }}
        />
        <HealthCard profile={profile} />
      </CardColumn>
      <CardColumn>
        <Card title="Family and Relatives">
          <Contacts contacts={contacts.filter(({ relation }) => !relation.startsWith('Friend'))} />
        </Card>
        <Card title="Friends">
          <Contacts contacts={contacts.filter(({ relation }) => relation.startsWith('Friend'))} />
        </Card>
        <StickerCard
          qrcode={qrcode}
          title="My Coupon QR"
          alt="QR code of your sticker"
          none="No sticker is registered to you yet."
          note="Your sticker works. USED says that it is registered to you."
        />
      </CardColumn>
    </CardColumns>
  )
}

function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  return <Facts of={Object.fromEntries(contacts.map((contact) => [contact.relation, contactText(contact)]))} />
}

const contactText = ({ name, mobile }: Contact) =>
  name || mobile ? (
    <>
      {name ?? ''} {mobile ? <PhoneLink className={styles.phone} phone={mobile} /> : null}
    </>
  ) : null
