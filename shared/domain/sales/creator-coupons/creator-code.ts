import { randomCode } from '../../../platform/secrets.ts'

const LETTERS = 8
const SYMBOLS = 3
/** From this try on the code gets longer: the short ones of this name are nearly used up. */
const LONGER_FROM = 10

/**
 * A code people can say, from a name: `Ravi` becomes `RAVI-7K4`. Up to eight Latin letters (accents dropped) and three
 * random symbols. A name without Latin letters takes those of the social media name, else `CREATOR`. `attempt` counts
 * from 0.
 */
export function creatorCode(name: string, social_media_name: string, attempt: number): string {
  const letters = latinLetters(name) || latinLetters(social_media_name) || 'CREATOR'
  return `${letters}-${randomCode(attempt < LONGER_FROM ? SYMBOLS : SYMBOLS + 2)}`
}

const latinLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, LETTERS)
