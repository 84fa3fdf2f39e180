import type { Config } from '../../platform/config.ts'
import { seal, unseal } from '../../platform/secrets.ts'

const context = (to_phone: string) => `message-otp:${to_phone}`

/** Parameters that must not be readable in the table: a one-time code, a driver's link. Erased when not needed any more. */
export const sealParams = (config: Config, to_phone: string, params: Record<string, unknown>): Buffer =>
  seal(config.SECRET_KEY, context(to_phone), JSON.stringify(params))

/** The parameters of a message, sealed or plain. */
export function openParams(
  config: Config,
  message: { to_phone: string; params: unknown; params_sealed: Buffer | null },
): unknown {
  if (!message.params_sealed) return message.params
  return JSON.parse(unseal(config.SECRET_KEY, context(message.to_phone), message.params_sealed))
}
