interface Key {
  keys: readonly [string, ...string[]]
  does: string
  /** On the chosen alert. */
  acts?: true
  /** On every page, as a browser's own. */
  everywhere?: true
}

/** The keys of the console, in the order they are listed in. */
export const KEYS: readonly Key[] = [
  { keys: ['J', 'K'], does: 'Next alert, alert before' },
  { keys: ['N'], does: 'Next alert that needs you' },
  { keys: ['S'], does: 'Send the ambulance that suits best (Enter confirms)', acts: true },
  { keys: ['1', '2', '3', '4', '5'], does: 'Send the first to the fifth ambulance of its list' },
  { keys: ['C'], does: 'Claim the alert, or take it over', acts: true },
  { keys: ['P'], does: 'Phone: call the bystander, or the subscriber', acts: true },
  { keys: ['W'], does: 'Write a note', acts: true },
  { keys: ['A'], does: 'Attend the alert', acts: true },
  { keys: ['R'], does: 'Reject the alert', acts: true },
  { keys: ['ArrowDown', 'ArrowUp'], does: 'Next row, row before' },
  { keys: ['Enter'], does: 'Open the chosen alert or row', everywhere: true },
  { keys: ['Escape'], does: 'Close what is beside the list' },
  { keys: ['/'], does: 'Search this page, or find anything' },
  { keys: ['Ctrl', 'K'], does: 'Go to a page, find or do anything', everywhere: true },
  { keys: ['?'], does: 'Show these keys' },
]
