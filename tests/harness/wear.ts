import sharp from 'sharp'
import type { Print } from './pdf.ts'
import type { Random } from './random.ts'

/** Pixels of a photo's shorter side that belong to the label. */
const LABEL_SHARE = 0.75
/** The photo's longer side, pixels: a sticker that fills most of a cheap phone's picture. */
const PHOTO = 720

const DEGREES = Math.PI / 180

/** Scratches and stains, and how large they may be as a part of the label's shorter side. */
const DAMAGE = {
  worn: { scratches: 0, long: 0, wide: 0, stains: 2, radius: 0.012 },
  /** A scratch through one of the three eyes is more than most scanners forgive. */
  battered: { scratches: 2, long: 0.4, wide: 0.003, stains: 5, radius: 0.02 },
}

/** A printed label as it is after a year on a car: faded, scratched and stained. The same dice make the same label. */
export const wear = (label: Print, dice: Random, damage: keyof typeof DAMAGE = 'worn'): Print =>
  damaged(label, between(dice), DAMAGE[damage])

/**
 * A photo of a label as JPEG: tilted up to 25 degrees to each side and turned up to 20, under uneven light, blurred and
 * noisy. The same dice make the same photo.
 */
export function photograph(label: Print, dice: Random): Promise<Buffer> {
  const at = between(dice)
  const { pixels, width, height } = lookAt(label, at)
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(at(0.6, 1.3))
    .jpeg({ quality: Math.round(at(55, 80)) })
    .toBuffer()
}

const between =
  (dice: Random) =>
  (low: number, high: number): number =>
    low + (high - low) * (dice.below(10_001) / 10_000)

type Between = (low: number, high: number) => number

/** Ink that has faded, scratches down to the white, stains. */
function damaged(
  { pixels, width, height, scale }: Print,
  between: Between,
  { scratches, long, wide, stains, radius }: (typeof DAMAGE)['worn'],
): Print {
  const ink = between(0.6, 1)
  const out = Buffer.from(pixels.map((value) => 255 - (255 - value) * ink))
  const dot = (x: number, y: number, radius: number, value: number) => {
    for (let v = Math.max(0, Math.floor(y - radius)); v <= Math.min(height - 1, y + radius); v++) {
      for (let u = Math.max(0, Math.floor(x - radius)); u <= Math.min(width - 1, x + radius); u++) {
        if ((u - x) ** 2 + (v - y) ** 2 <= radius ** 2) out[v * width + u] = value
      }
    }
  }
  const part = Math.min(width, height)
  for (let scratch = 0; scratch < scratches; scratch++) {
    const [x, y, turn, length] = [between(0, width), between(0, height), between(0, Math.PI), between(0.1, long) * part]
    const step = Math.max(0.5, part * wide)
    for (let at = 0; at < length; at += step) dot(x + Math.cos(turn) * at, y + Math.sin(turn) * at, step, 245)
  }
  for (let stain = 0; stain < stains; stain++) {
    dot(between(0, width), between(0, height), between(0.004, radius) * part, Math.round(between(60, 230)))
  }
  return { pixels: out, width, height, scale }
}

/** Looks at the label with a pinhole camera, on a grey ground, under light that falls off to one side. */
function lookAt({ pixels, width, height }: Print, between: Between) {
  const size = PHOTO
  const [a, b, c] = [between(-25, 25) * DEGREES, between(-25, 25) * DEGREES, between(-20, 20) * DEGREES]
  // The columns of the turned label: where its x and y axes point.
  const [ca, sa, cb, sb, cc, sc] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)]
  const x = [cb * cc, ca * sc + sa * sb * cc, sa * sc - ca * sb * cc] as const
  const y = [-cb * sc, ca * cc - sa * sb * sc, sa * cc + ca * sb * sc] as const
  const far = 2.5 * Math.max(width, height)
  const zoom = (far * LABEL_SHARE * size) / Math.max(width, height)
  const [light, shade, noise] = [between(0.75, 1), between(0, 0.35), between(3, 14)]
  const out = Buffer.alloc(size * size)
  for (let v = 0; v < size; v++) {
    for (let u = 0; u < size; u++) {
      const [p, q] = [(u - size / 2) / zoom, (v - size / 2) / zoom]
      // Solves far * (p, q, 1) + depth: the ray through (p, q) meets the label's plane at s * x + t * y.
      const [a1, b1, c1] = [x[0] - p * x[2], y[0] - p * y[2], p * far]
      const [a2, b2, c2] = [x[1] - q * x[2], y[1] - q * y[2], q * far]
      const det = a1 * b2 - a2 * b1
      const s = (c1 * b2 - c2 * b1) / det + width / 2
      const t = (a1 * c2 - a2 * c1) / det + height / 2
      const seen = s >= 0 && t >= 0 && s < width - 1 && t < height - 1 ? sample(pixels, width, s, t) : 120
      const lit = seen * light * (1 - (shade * u) / size)
      out[v * size + u] = Math.max(0, Math.min(255, lit + noise * (between(-1, 1) + between(-1, 1))))
    }
  }
  return { pixels: out, width: size, height: size }
}

/** Between four pixels. */
function sample(pixels: Buffer, width: number, s: number, t: number): number {
  const [x, y] = [Math.floor(s), Math.floor(t)]
  const [fx, fy] = [s - x, t - y]
  const at = y * width + x
  const above = pixels[at]! * (1 - fx) + pixels[at + 1]! * fx
  const below = pixels[at + width]! * (1 - fx) + pixels[at + width + 1]! * fx
  return above * (1 - fy) + below * fy
}
