/** A text for a regular expression, with the signs of the text itself taken literally. */
export const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
