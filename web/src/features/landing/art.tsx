import { fill } from '@tvarit/shared/contracts/fill'
import { LABEL_FACES } from '@tvarit/shared/contracts/label-faces'
import { LabelFaceArt } from '../../components/label-face-art.tsx'
import styles from './landing.module.css'
import type { LandingTexts } from './texts.ts'

const FILES = import.meta.glob<string>('./art/*.svg', { query: '?raw', import: 'default', eager: true })

interface ArtProps {
  /** Of a file in `art`. Its colours follow the theme as `--a-*` of `landing.module.css`. */
  name: string
  /** For the `{slots}` of its texts. */
  words?: Record<string, string>
  className?: string | undefined
}

/** A drawing beside words that say the same: not for screen readers. */
export const Art = ({ name, words = {}, className = '' }: ArtProps) => (
  <div
    className={`${styles.art} ${className}`}
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: fill(FILES[`./art/${name}.svg`]!, words) }}
  />
)

/** What the drawings take by `<use>`: the parts of `parts.svg`, and the label of a car as it is printed. */
export function ArtParts({ texts }: { texts: LandingTexts }) {
  const { x, y, side } = LABEL_FACES['60mm'].code
  const quiet = side / 10
  return (
    <div className="visually-hidden" aria-hidden="true">
      <Art name="parts" words={{ ambulance: texts.now.ambulance }} />
      <svg>
        <g id="sticker">
          <LabelFaceArt kind="60mm" />
          <use href="#code" transform={`translate(${x + quiet} ${y + quiet}) scale(${(side - 2 * quiet) / 44})`} />
        </g>
      </svg>
    </div>
  )
}
