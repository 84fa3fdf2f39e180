/** How long a phone rings; operators end it after 30 to 45 s, and voice mail answers later than this. */
export const RING_SECONDS = 25

/** The longest a call may last: twice the text, the wait for the key and the thanks. */
export const CALL_SECONDS = 120

/** How long a key is waited for after the text. */
export const KEY_SECONDS = 8
