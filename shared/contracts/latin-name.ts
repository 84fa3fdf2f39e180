/**
 * The nine scripts of India that descend from Brahmi stand in Unicode in one order, 128 places each (ISCII's). So one
 * table by place serves all: letter, vowel sign or mark to the Latin letters that Indian passports use.
 */
const FIRST_SCRIPT = 0x0900
const LAST_SCRIPT = 0x0d7f
const SCRIPT_SIZE = 0x80

const CONSONANTS = 'k kh g gh n ch chh j jh n t th d dh n t th d dh n n p ph b bh m y r r l l zh v sh sh s h'.split(' ')
const FIRST_CONSONANT = 0x15
const VOWELS: Record<number, string> = {
  0x05: 'a',
  0x06: 'a',
  0x07: 'i',
  0x08: 'i',
  0x09: 'u',
  0x0a: 'u',
  0x0b: 'ri',
  0x0c: 'li',
  0x0d: 'e',
  0x0e: 'e',
  0x0f: 'e',
  0x10: 'ai',
  0x11: 'o',
  0x12: 'o',
  0x13: 'o',
  0x14: 'au',
}
const SIGNS: Record<number, string> = {
  0x3e: 'a',
  0x3f: 'i',
  0x40: 'i',
  0x41: 'u',
  0x42: 'u',
  0x43: 'ri',
  0x45: 'e',
  0x46: 'e',
  0x47: 'e',
  0x48: 'ai',
  0x49: 'o',
  0x4a: 'o',
  0x4b: 'o',
  0x4c: 'au',
  0x4d: '',
  0x57: 'au',
}
/** A nasal is written by the letter after it: Ambedkar, Singh, Anand. */
const NASAL = 'N'
const MARKS: Record<number, string> = { 0x01: NASAL, 0x02: NASAL, 0x70: NASAL }
const WITH_DOT: Record<string, string> = { k: 'q', j: 'z', d: 'r', dh: 'rh', ph: 'f', y: 'y', s: 'sh', l: 'l' }
/** Letters outside the common order: Bengali khanda ta, Odia wa, Malayalam letters without a vowel. */
const OTHERS: Record<string, string> = {
  ৎ: 't',
  ୱ: 'v',
  ൺ: 'n',
  ൻ: 'n',
  ർ: 'r',
  ൽ: 'l',
  ൾ: 'l',
  ൿ: 'k',
}
const VIRAMA = 0x4d
const DOT = 0x3c
const FIRST_DIGIT = 0x66
/** Devanagari, Bengali, Gurmukhi, Gujarati, Odia: the `a` at the end of a word is written and not spoken. */
const SILENT_END = new Set([0, 1, 2, 3, 4])
/** Devanagari, Gurmukhi, Gujarati: nor is it between a vowel and a consonant with one. */
const SILENT_INSIDE = new Set([0, 2, 3])

interface Sound {
  /** An `a` that is not written is `inherent`. */
  kind: 'consonant' | 'vowel' | 'inherent' | 'mark'
  latin: string
}

/** A name in Latin letters: `आशा राव` is `Asha Rav`. What is not in a script of India stays as it is. */
export const latinName = (name: string): string =>
  name.normalize('NFC').replace(/[\u0900-\u0d7f\u200c\u200d]+/g, (word) => {
    const latin = spoken(word)
    return latin.charAt(0).toUpperCase() + latin.slice(1)
  })

function spoken(word: string): string {
  const script = Math.floor((word.codePointAt(0)! - FIRST_SCRIPT) / SCRIPT_SIZE)
  const sounds = soundsOf(word)
  return sounds
    .filter((sound, at) => sound.kind !== 'inherent' || !isSilent(sounds, at, script))
    .map(({ latin }) => latin)
    .join('')
    .replaceAll(/N(?=[pbm])/g, 'm')
    .replaceAll(/N(?=h)/g, 'ng')
    .replaceAll(NASAL, 'n')
}

function soundsOf(word: string): Sound[] {
  const sounds: Sound[] = []
  for (const letter of word) {
    const code = letter.codePointAt(0)!
    if (code < FIRST_SCRIPT || code > LAST_SCRIPT) continue
    const place = (code - FIRST_SCRIPT) % SCRIPT_SIZE
    const consonant = CONSONANTS[place - FIRST_CONSONANT]
    const last = sounds.at(-1)
    if (OTHERS[letter] !== undefined) sounds.push({ kind: 'consonant', latin: OTHERS[letter] })
    else if (consonant) sounds.push({ kind: 'consonant', latin: consonant }, { kind: 'inherent', latin: 'a' })
    else if (VOWELS[place]) sounds.push({ kind: 'vowel', latin: VOWELS[place] })
    else if (SIGNS[place] !== undefined) {
      if (last?.kind === 'inherent') sounds.pop()
      if (place !== VIRAMA) sounds.push({ kind: 'vowel', latin: SIGNS[place] })
    } else if (place === DOT) {
      const dotted = sounds.findLast(({ kind }) => kind === 'consonant')
      if (dotted) dotted.latin = WITH_DOT[dotted.latin] ?? dotted.latin
    } else if (MARKS[place]) sounds.push({ kind: 'mark', latin: MARKS[place] })
    else if (place >= FIRST_DIGIT && place < FIRST_DIGIT + 10) {
      sounds.push({ kind: 'mark', latin: String(place - FIRST_DIGIT) })
    }
  }
  return sounds
}

function isSilent(sounds: Sound[], at: number, script: number): boolean {
  const is = (offset: number, ...kinds: Sound['kind'][]) => kinds.includes(sounds[at + offset]?.kind as Sound['kind'])
  const afterVowel = is(-2, 'vowel', 'inherent', 'mark')
  if (at === sounds.length - 1) return SILENT_END.has(script) && afterVowel && at > 1
  return SILENT_INSIDE.has(script) && is(-2, 'vowel', 'inherent') && is(1, 'consonant') && is(2, 'vowel')
}
