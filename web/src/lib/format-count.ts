/** `5,000`. */
export const figure = (n: number): string => n.toLocaleString('en-IN')
