import { foldText } from './same-text.ts'

/** The passwords most people choose. Words stand without digits and signs around them. */
const WORDS =
  'password passwort passcode pass welcome admin administrator root user guest login master default changeme letmein ' +
  'secret iloveyou loveyou love princess dragon monkey football cricket baseball superman batman sunshine shadow ' +
  'qwerty qwertyui qwertyuiop qwert asdfghjkl asdfgh zxcvbnm zxcvbn abcdef abcdefgh abcdefghij aaaaaa test testing ' +
  'demo temp temporary hello india bharat hindustan mumbai delhi bangalore bengaluru chennai kolkata hyderabad pune ' +
  'krishna ganesh ganesha shiva omsairam sairam jaishreeram jaihind sachin dhoni virat kohli rohit priya pooja ' +
  'ambulance emergency hospital doctor driver rescue sticker tvarit google facebook whatsapp samsung computer internet ' +
  'january february march april june july august september october november december ' +
  'monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter'

const COMMON = new Set(WORDS.split(' '))
/** Runs on a keyboard or in the alphabet, read either way. */
const RUNS = [
  '01234567890',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
]
const SIGNS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Whether guessing programs try a password first. It is a judgement by rules, also in the browser; the server has a
 * list of leaked ones besides. It looks for:
 *
 * - a common word with up to four digits or signs around it, or written with them (`P@ssw0rd`, `Tvarit2026`);
 * - one character or a short piece repeated;
 * - only digits in a row, or a date;
 * - a run of keys.
 */
export function isCommonPassword(password: string): boolean {
  const text = foldText(password)
  return isCommonWord(text) || isRepeated(text) || isRun(text) || /^(19|20)\d{6}$|^\d{4}(19|20)\d{2}$/.test(text)
}

function isCommonWord(text: string): boolean {
  const bare = (word: string) => word.replace(/^[^a-z]{0,4}|[^a-z]{0,4}$/g, '')
  const spelled = [...text].map((sign) => SIGNS[sign] ?? sign).join('')
  const shortened = [...text.replace(/[^a-z]{1,4}$/, '')].map((sign) => SIGNS[sign] ?? sign).join('')
  return [text, bare(text), spelled, bare(spelled), shortened].some(
    (word) => COMMON.has(word) || COMMON.has(halved(word)),
  )
}

/** `loveloves` no, `testtest` yes. */
const halved = (word: string): string =>
  word.length % 2 === 0 && word.slice(0, word.length / 2) === word.slice(word.length / 2)
    ? word.slice(0, word.length / 2)
    : word

const isRepeated = (text: string): boolean => /^(.{1,4})\1+$/.test(text)

function isRun(text: string): boolean {
  return RUNS.some((run) => {
    const doubled = run + run
    return [doubled, [...doubled].toReversed().join('')].some((line) => line.includes(text))
  })
}
