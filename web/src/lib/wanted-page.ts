/** The page a person asked for before the login, kept in the state of the history entry: not in the address. */
interface WantedPage {
  wanted: string
}

/** The state of a history entry that leads to the login, with the page that was wanted. */
export const wanted = (address: string): WantedPage => ({ wanted: address })

/** Whether the state of a history entry names the page that was wanted. */
export const isWanted = (state: unknown): state is WantedPage =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string'
