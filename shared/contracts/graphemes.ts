// Without zod, and in ES2015: the forms and the bystander's pages use this while a person types.

interface Segmenter {
  segment(text: string): Iterable<{ segment: string }>
}
type SegmenterClass = new (locale: string, options: { granularity: 'grapheme' }) => Segmenter

/** Missing in old browsers: there every code point counts. The server, which has it, decides. */
const { Segmenter } = Intl as { Segmenter?: SegmenterClass }
const segmenter = Segmenter && new Segmenter('en', { granularity: 'grapheme' })

/** No character has more UTF-16 units: emoji of a family have eleven. */
export const UNITS_EACH = 16

/** The characters of a text as a person counts them: a letter with its signs is one, and so is an emoji. */
export const graphemesOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : Array.from(text)

/** The first `most` of them. */
export const firstGraphemes = (text: string, most: number): string => graphemesOf(text).slice(0, most).join('')

/** How many characters a person counts. */
export const countGraphemes = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : graphemesOf(text).length)
