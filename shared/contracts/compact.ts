// Without zod, and in ES2015: the forms and the bystander's pages use this while a person types.

/** The zeros of the scripts that have digits of their own, full width among them; 1 to 9 follow each. */
const ZEROS =
  '\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0\u0f20' +
  '\u1040\u1090\u17e0\u1810\u1946\u19d0\u1a80\u1a90\u1b50\u1bb0\u1c40\u1c50\ua620\ua8d0\ua900\ua9d0' +
  '\ua9f0\uaa50\uabf0\uff10'

/** Spaces, dashes, brackets, dots and slashes of every kind, and marks that nobody sees. */
const SEPARATORS =
  /[\s().\-/\u00ad\u061c\u180e\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2060-\u206f\u2212\ufe58\ufe63\uff08\uff09\uff0d\uff0e\ufeff]/g

/** Writes the digits of every script as 0 to 9. Everything else stays. */
export const asciiDigits = (text: string): string =>
  text.replace(/[\u0660-\uff19]/g, (letter) => {
    for (const zero of ZEROS) {
      const value = letter.charCodeAt(0) - zero.charCodeAt(0)
      if (value >= 0 && value < 10) return String(value)
    }
    return letter
  })

/** What a person typed or pasted into a field for a number or a code: digits as 0 to 9, without separators. */
export const compact = (typed: string): string => asciiDigits(typed).replace(SEPARATORS, '')
