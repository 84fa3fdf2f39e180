import { checkCharacter, CODE_LENGTH } from '../../contracts/codes.ts'
import { randomCode } from '../../platform/secrets.ts'

export interface StickerCodes {
  serial_number: string
  coupon_code: string
  token: string
}

/** The three codes of a new sticker. They are drawn apart from each other: reading one never yields another. */
export function newCodes(): StickerCodes {
  const serial = randomCode(CODE_LENGTH.serial_number - 2)
  const code = randomCode(CODE_LENGTH.coupon_code - 1)
  return {
    serial_number: `S${serial}${checkCharacter(serial)}`,
    coupon_code: `${code}${checkCharacter(code)}`,
    token: randomCode(CODE_LENGTH.token),
  }
}

/**
 * Inserts a sticker; `insert` gives undefined when one of its codes is taken, and gets others then. Of 31^8 serial numbers
 * 5,000,000 are one in 170,000: a job of 5,000 meets one in 34 times.
 */
export async function withFreeCodes<Row>(insert: (codes: StickerCodes) => Promise<Row | undefined>): Promise<Row> {
  for (let tries = 1; tries <= 10; tries++) {
    const row = await insert(newCodes())
    if (row) return row
  }
  throw new Error('Ten times in a row a code was taken')
}
