import { expect, test } from 'vitest'
import { pressedKey } from '../../web/src/lib/pressed-key.ts'

test.each([
  ['N', 'KeyN', false, 'n'],
  ['न', 'KeyN', false, 'n'],
  ['ਸ', 'KeyS', false, 's'],
  ['१', 'Digit1', false, '1'],
  ['٣', 'Numpad3', false, '3'],
  ['य', 'Slash', false, '/'],
  ['?', 'Slash', true, '?'],
  ['य़', 'Slash', true, '?'],
  // Another layout of Latin letters: what is typed counts.
  ['n', 'KeyL', false, 'n'],
  ['Escape', 'Escape', false, 'escape'],
  ['ArrowDown', 'ArrowDown', false, 'arrowdown'],
])('%s on %s (shift: %s) is the key %s', (key, code, shiftKey, pressed) => {
  expect(pressedKey({ key, code, shiftKey })).toBe(pressed)
})
