import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { Card } from '../../../components/card.tsx'
import { PhoneLine, PlaceLine } from '../contact-lines.tsx'

/** What the live connection knows of an alert: enough for the call, shown until the whole page is read. */
export const KnownCard = ({ card }: { card: AlertCard }) => (
  <Card title="Alert">
    <PlaceLine alert={card} />
    {card.first_respondent_phone ? (
      <PhoneLine label="Bystander" phone={card.first_respondent_phone} what="Bystander phone" />
    ) : null}
    {card.user ? <PhoneLine label="Subscriber" phone={card.user.phone_number} what="Phone" /> : null}
  </Card>
)
