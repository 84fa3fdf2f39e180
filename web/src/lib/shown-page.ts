/**
 * The number of the page that an answer shows: one more than that of the page before it. It is lower than the page that was
 * asked for where rows have gone meanwhile.
 */
export const shownPage = (asked: number, previous: string | null): number =>
  previous === null ? 1 : Math.min(asked, 1 + Number(new URL(previous, location.origin).searchParams.get('page')))
