/** `5,000`. */
export const formatCount = (n: number): string => n.toLocaleString('en-IN')
