import { type DrawnWords, LABEL_WORDS, WORDS_SCALE } from './label-words.ts'

/** What a batch is printed on: the coloured label, a bare one for stock that is printed already, or a card. */
export const LABEL_STYLES = ['branded', 'bare', 'card'] as const
export type LabelStyle = (typeof LABEL_STYLES)[number]

export const LABEL_KINDS = ['60mm', '25mm', 'bare-60mm', 'bare-25mm', 'card'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** The sheets of a style. */
export const KINDS_OF_STYLE: Record<LabelStyle, readonly LabelKind[]> = {
  branded: ['60mm', '25mm'],
  bare: ['bare-60mm', 'bare-25mm'],
  card: ['card'],
}

/** The name of a kind's sheets in the ZIP of a job. */
export const fileOfKind = (kind: LabelKind): string => `labels-${kind}.pdf`

/**
 * Colours as parts of cyan, magenta, yellow and black, and as they look on a screen. No more than 260 % ink, so that
 * it dries on every stock. Codes and small text are black alone: four inks that miss each other would blur them.
 */
export const INKS = {
  night: { cmyk: [0.9, 0.5, 0.5, 0.55], rgb: '#06363b' },
  press: { cmyk: [0.15, 1, 1, 0.05], rgb: '#c5001a' },
  signal: { cmyk: [0, 0.8, 0.55, 0], rgb: '#ff4d5e' },
  black: { cmyk: [0, 0, 0, 1], rgb: '#000000' },
  white: { cmyk: [0, 0, 0, 0], rgb: '#ffffff' },
} as const
export type Ink = keyof typeof INKS

/** What a face shows besides its drawing. */
export interface FaceTexts {
  serial_number: string
  /** The brand's name and phone number; either may be empty. */
  brand: string
  phone: string
}

/** Lengths in millimetres from the upper left corner of the face, y downwards. */
export type Shape =
  | { ink: Ink; box: [left: number, top: number, width: number, height: number] }
  | { ink: Ink; outline: string; x: number; y: number; by: number }
  | {
      ink: Ink
      text: keyof FaceTexts | { words: string }
      x: number
      y: number
      size: number
      most: number
      middle?: boolean
    }

export interface LabelFace {
  width: number
  height: number
  /** Of its corners. */
  radius: number
  /** Colour beyond the contour, for cuts that miss it. */
  bleed: number
  /** Height of the strip below that stays on the backing and carries the coupon code. */
  strip: number
  /** Where the symbol lies with its quiet zone: a white square. */
  code: { x: number; y: number; side: number }
  shapes: Shape[]
}

/** Fits drawn words into a width; `y` is their baseline. */
function words({ outline, width }: DrawnWords, ink: Ink, x: number, y: number, wide: number): Shape {
  return { ink, outline, x, y, by: wide / width }
}

/** How high 112 is for its width: the height of its digits over their advance. */
const NUMBER_RATIO = LABEL_WORDS.number.width / (0.714 * WORDS_SCALE)

/** 112 with digits `high`. */
const number = (ink: Ink, x: number, y: number, high: number): Shape =>
  words(LABEL_WORDS.number, ink, x, y, high * NUMBER_RATIO)

/** The brand's two chevrons, 20 x 18 units. */
const CHEVRONS = 'M0 0L5 0L13 9L5 18L0 18L8 9ZM9 0L14 0L22 9L14 18L9 18L17 9Z'
const chevrons = (ink: Ink, x: number, y: number, high: number): Shape => ({
  ink,
  outline: CHEVRONS,
  x,
  y,
  by: high / 18,
})

/** The coloured label: a band with the words in Hindi and English, the code, a band with 112 and the brand. */
function branded(width: number, height: number, bleed: number, head: number, foot: number, strip: number): LabelFace {
  const side = height - head - foot - width / 20
  const margin = width / 15
  const wide = width - 2 * margin
  const below = height - foot
  const digits = foot * 0.6
  const right = margin + digits * NUMBER_RATIO + width / 24
  const mark = foot * 0.24
  const name = right + mark * 1.55
  return {
    width,
    height,
    radius: width / 15,
    bleed,
    strip,
    code: { x: (width - side) / 2, y: head, side },
    shapes: [
      { ink: 'night', box: [-bleed, -bleed, width + 2 * bleed, head + bleed] },
      words(LABEL_WORDS.hindi, 'white', margin, head * 0.5, wide),
      words(LABEL_WORDS.english, 'white', margin, head * 0.85, wide),
      {
        ink: 'black',
        text: 'serial_number',
        x: width / 2,
        y: below - width / 60,
        size: width / 27,
        most: wide,
        middle: true,
      },
      { ink: 'press', box: [-bleed, below, width + 2 * bleed, foot + bleed] },
      number('white', margin, below + foot * 0.8, digits),
      chevrons('white', right, below + foot * 0.2, mark),
      { ink: 'white', text: 'brand', x: name, y: below + foot * 0.43, size: foot * 0.3, most: width - margin - name },
      { ink: 'white', text: 'phone', x: right, y: below + foot * 0.8, size: foot * 0.3, most: width - margin - right },
    ],
  }
}

/** Black on whatever it is printed on: the code, the sentence for the finder, the serial number. */
function bare(width: number, side: number, line: number, strip: number): LabelFace {
  const middle = { x: width / 2, most: width - 2, middle: true, ink: 'black' } as const
  return {
    width,
    height: side + 2.7 * line,
    radius: 0,
    bleed: 0,
    strip,
    code: { x: (width - side) / 2, y: 0, side },
    shapes: [
      { ...middle, text: { words: 'Emergency? Scan. Or call 112' }, y: side + 0.85 * line, size: line },
      { ...middle, text: 'serial_number', y: side + 2.1 * line, size: line },
    ],
  }
}

/** As large as a bank card (ISO/IEC 7810, ID-1). */
function card(): LabelFace {
  const [width, height, bleed, head] = [85.6, 54, 2, 10]
  const side = 43.5
  const [x, most] = [47.5, width - 47.5 - 4]
  return {
    width,
    height,
    radius: 3.2,
    bleed,
    strip: 8,
    // As far from the left edge as its quiet zone needs to stay inside the rounded corner.
    code: { x: 2.5, y: head + 0.25, side },
    shapes: [
      { ink: 'night', box: [-bleed, -bleed, width + 2 * bleed, head + bleed] },
      words(LABEL_WORDS.hindi, 'white', 4, 6.6, 35),
      words(LABEL_WORDS.english, 'white', 44, 6.6, 37.6),
      number('press', x, head + 18, 12),
      { ink: 'black', text: { words: 'Ambulance, police, fire' }, x, y: head + 22.5, size: 2.9, most },
      chevrons('press', x, head + 27.5, 3.6),
      { ink: 'black', text: 'brand', x: x + 6, y: head + 30.5, size: 4, most: most - 6 },
      { ink: 'black', text: 'phone', x, y: head + 35.5, size: 3.6, most },
      { ink: 'black', text: 'serial_number', x, y: head + 40, size: 2.6, most },
    ],
  }
}

/** The face of each kind of label. The coupon code is on none of them: a finder must not be able to register with it. */
export const LABEL_FACES: Record<LabelKind, LabelFace> = {
  '60mm': branded(60, 80, 2, 14, 13, 8),
  '25mm': branded(25, 34, 1.5, 6, 5.4, 6),
  'bare-60mm': bare(60, 54, 3, 8),
  'bare-25mm': bare(25, 24, 1.5, 4),
  card: card(),
}
