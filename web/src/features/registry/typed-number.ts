/** A typed number. NaN, also for nothing, arrives as null and is refused with the text of its field. */
export const typedNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
