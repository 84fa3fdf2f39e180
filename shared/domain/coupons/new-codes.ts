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
