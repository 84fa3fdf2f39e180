/** `%text%` for LIKE, with the wildcards of the text itself taken literally. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (symbol) => `\\${symbol}`)}%`
