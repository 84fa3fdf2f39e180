import { randomBytes } from 'node:crypto'
import type { EnrolmentOutput } from '../../../contracts/second-factor.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { seal, unseal } from '../../../platform/secrets.ts'
import { qrDataUrl } from '../../qr/qr-image.ts'
import { base32, otpauthUrl } from './totp.ts'

/** 160 bits, as RFC 4226 recommends. */
const BYTES = 20

export const factorContext = (user_id: number): string => `second-factor:${user_id}`

export const newFactorSecret = (): Buffer => randomBytes(BYTES)

/** A sealed secret opens only for its person: copied to another row it is worthless. */
export const sealFactorSecret = (config: Config, user_id: number, secret: Buffer): Buffer =>
  seal(config, factorContext(user_id), secret.toString('hex'))

export const unsealFactorSecret = (config: Config, user_id: number, sealed: Buffer): Buffer =>
  Buffer.from(unseal(config, factorContext(user_id), sealed), 'hex')

/** The secret in every form an app takes it. */
export function describeSecret(config: Config, secret: Buffer, account: string): EnrolmentOutput {
  const url = otpauthUrl(secret, config.BRAND_NAME, account)
  return { secret: base32(secret), url, qr_code: qrDataUrl(url) }
}
