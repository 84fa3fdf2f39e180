import type { Coupon } from '@tvarit/shared/contracts/coupons'
import type { Holder } from '@tvarit/shared/contracts/stock'
import { Link } from 'react-router'
import { Card } from '../../components/card.tsx'
import { formatDateMinute } from '../../lib/dates.ts'
import styles from './coupons.module.css'

/** Through which hands a coupon went, and when and by whom it was activated. */
export function PlaceCard({
  place: { holder, trail, activated_at, activated_by },
}: {
  place: NonNullable<Coupon['place']>
}) {
  return (
    <Card title="Place in the sales chain">
      <ol className={`stack gap-m numbered ${styles.trail}`} aria-label="Where this sticker has been">
        {trail.map(({ id, at, from, to }) => (
          <li key={id}>
            <Link to={`/stock/transfers/${id}`}>
              {from ? from.name : 'Company'} to {to ? <Who holder={to} /> : 'the company'}
            </Link>
            <span className="numbers soft">{formatDateMinute(at)}</span>
          </li>
        ))}
        <li>
          <span>
            {activated_at ? 'Activated' : 'Held'} {activated_at ? 'from the stock of' : 'by'}{' '}
            {holder ? <Who holder={holder} /> : 'the company'}
            {activated_by ? `, registered by ${activated_by.name}` : ''}
          </span>
          {activated_at ? <span className="numbers soft">{formatDateMinute(activated_at)}</span> : null}
        </li>
      </ol>
    </Card>
  )
}

const Who = ({ holder: { name, role } }: { holder: Holder }) => (
  <>
    {name} ({role.replace('_', ' ')})
  </>
)
