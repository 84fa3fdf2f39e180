import { fileOfKind, KINDS_OF_STYLE, type LabelKind, type LabelStyle } from '@tvarit/shared/contracts/label-faces'
import { Card } from '../../../components/card.tsx'

const FILES = [
  ['qr/*.png', 'one QR code for each coupon, named by its serial number'],
  ['manifest.csv', 'serial number, coupon code and address of every coupon'],
]
const SHEETS: Record<LabelKind, string> = {
  '60mm': 'print-ready sheets of 60 mm stickers, for cars, with bleed and cut contour',
  '25mm': 'print-ready sheets of 25 mm stickers, for phones and purses, with bleed and cut contour',
  'bare-60mm': 'sheets of 60 mm stickers in black only, with cut marks',
  'bare-25mm': 'sheets of 25 mm stickers in black only, with cut marks',
  card: 'print-ready sheets of cards for a purse, with bleed and cut contour',
}

/** What the print shop finds in the ZIP of a job. */
export function ZipContents({ style }: { style: LabelStyle }) {
  const sheets = KINDS_OF_STYLE[style].map((kind) => [fileOfKind(kind), SHEETS[kind]])
  return (
    <Card title="In the ZIP">
      <dl className="stack gap-s">
        {[...FILES, ...sheets].map(([name, meaning]) => (
          <div key={name}>
            <dt className="mono numbers strong">{name}</dt>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="soft">The coupon code stands on the strip that stays on the backing, never on the sticker.</p>
    </Card>
  )
}
