import { LABEL_FACES } from '@tvarit/shared/contracts/label-faces'
import { LabelFaceArt } from '../../../components/label-face-art.tsx'
import { at, type Placed } from './parts.tsx'

/** Looks like a QR code and is none: a phone held to it finds nothing to open. 44 x 44. */
const MODULES =
  'M20 0h4v4h-4zM16 4h4v4h-4zM24 8h4v4h-4zM20 12h4v4h-4zM16 16h8v4h-8zM0 20h4v4H0zM8 20h4v4H8zM28 16h4v8h-4zM36 20h8v4h-8zM4 24h4v4H4zM20 24h4v8h-4zM32 28h4v4h-4zM40 28h4v8h-4zM16 32h4v4h-4zM24 36h8v4h-8zM36 36h4v8h-4zM20 40h4v4h-4zM28 28h4v4h-4z'
const CORNERS = 'M0 0h14v14H0zM30 0h14v14H30zM0 30h14v14H0z'
const HOLES = 'M2.5 2.5h9v9h-9zM32.5 2.5h9v9h-9zM2.5 32.5h9v9h-9z'
const EYES = 'M4.5 4.5h5v5h-5zM34.5 4.5h5v5h-5zM4.5 34.5h5v5h-5z'

function Code(place: Placed) {
  return (
    <g transform={at(place)}>
      <path d={CORNERS + EYES + MODULES} fill="var(--a-ink)" />
      <path d={HOLES} fill="#fff" />
      <path d={EYES} fill="var(--a-ink)" />
    </g>
  )
}

/** The label for a car as it is printed; in place of a code what looks like one. 60 x 80. */
export function Sticker(place: Placed) {
  const { code } = LABEL_FACES['60mm']
  const quiet = code.side / 10
  return (
    <g transform={at(place)}>
      <LabelFaceArt kind="60mm" />
      <Code x={code.x + quiet} y={code.y + quiet} by={(code.side - 2 * quiet) / 44} />
    </g>
  )
}
