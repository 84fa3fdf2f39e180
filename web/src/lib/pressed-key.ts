const LATIN = /^[ -~]+$/

/**
 * The key that a shortcut names, letters in lower case: what it types, and on a keyboard of another script what its place
 * types on an English one.
 */
export function pressedKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (LATIN.test(key)) return key.toLowerCase()
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return /^(?:Key|Digit|Numpad)(.)$/.exec(code)?.[1]?.toLowerCase() ?? key.toLowerCase()
}
