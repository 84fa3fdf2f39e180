import { KINDS_OF_STYLE, LABEL_FACES, LABEL_STYLES, type LabelStyle } from '@tvarit/shared/contracts/label-faces'
import { Radio } from 'antd'
import { LabelFaceArt } from '../../../components/label-face-art.tsx'
import styles from '../coupons.module.css'

export const LABEL_STYLE_NAMES: Record<LabelStyle, string> = {
  branded: 'Coloured stickers',
  bare: 'Bare stickers',
  card: 'Cards',
}

const HINTS: Record<LabelStyle, string> = {
  branded: 'Hindi and English, 112 and our number. With bleed and cut contour, for a print shop.',
  bare: 'Code and serial number in black, for stock that is printed already.',
  card: 'As large as a bank card, for a purse.',
}

/** What the stickers of a batch are printed on, each with its picture. */
export const LabelStyleField = ({ value, onChange }: { value: LabelStyle; onChange: (style: LabelStyle) => void }) => (
  <Radio.Group
    aria-label="Printed as"
    className="stack gap-xs below"
    value={value}
    onChange={(event) => onChange(event.target.value as LabelStyle)}
    options={LABEL_STYLES.map((style) => ({ value: style, label: <Choice style={style} /> }))}
  />
)

function Choice({ style }: { style: LabelStyle }) {
  const kind = KINDS_OF_STYLE[style][0]!
  const { width, height, code } = LABEL_FACES[kind]
  return (
    <span className={styles.style}>
      <svg viewBox={`-6 -3 98 86`} aria-hidden="true" focusable="false">
        <g transform={`translate(${(86 - width) / 2} ${(80 - height) / 2})`}>
          <LabelFaceArt kind={kind} />
          <rect
            x={code.x + code.side / 8}
            y={code.y + code.side / 8}
            width={code.side * 0.75}
            height={code.side * 0.75}
            className={styles.codeHere}
          />
        </g>
      </svg>
      <span>
        <strong>{LABEL_STYLE_NAMES[style]}</strong>
        <br />
        {HINTS[style]}
      </span>
    </span>
  )
}
