/** `1-120, 131` of PostgreSQL's `{[1,121),[131,132)}`; empty for none. */
export const rangesText = (multirange: string | null): string =>
  [...(multirange ?? '').matchAll(/\[(\d+),(\d+)\)/g)]
    .map(([, from, end]) => (Number(end) - Number(from) === 1 ? from : `${from}-${Number(end) - 1}`))
    .join(', ')
