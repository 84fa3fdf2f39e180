import { Card } from '../../../components/card.tsx'
import styles from '../coupons.module.css'

const FILES = [
  ['qr/*.png', 'one QR code for each coupon, named by its serial number'],
  ['manifest.csv', 'serial number, coupon code and address of every coupon'],
  ['labels-60mm.pdf', 'print-ready sheets of 60 mm stickers, for cars'],
  ['labels-25mm.pdf', 'print-ready sheets of 25 mm stickers, for phones and purses'],
] as const

/** What the print shop finds in the ZIP of a job. */
export function ZipContents() {
  return (
    <Card title="In the ZIP">
      <dl className={styles.files}>
        {FILES.map(([name, meaning]) => (
          <div key={name}>
            <dt className={styles.code}>{name}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
