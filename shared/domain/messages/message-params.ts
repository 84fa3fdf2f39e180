import { isTemplateName, MESSAGE_TEMPLATES } from '../../contracts/message-templates.ts'
import type { TemplateContext } from '../../contracts/render-template.ts'
import type { Config } from '../../platform/settings/config.ts'
import { seal, unseal } from '../../platform/secrets.ts'

/** Bound to the address: copied to another message it is worthless. */
export const paramsContext = (to: string) => `message-otp:${to}`

/** Parameters that must not be readable in the table: a code, a driver's or hospital's link. Erased when not needed any more. */
export const sealParams = (config: Config, to: string, params: Record<string, unknown>): Buffer =>
  seal(config, paramsContext(to), JSON.stringify(params))

/** Those that the call of a template speaks, by its name: never a link or a code. Null for what has no call. */
export function spokenParams(template: string, params: unknown): Record<string, unknown> | null {
  const call = `${template}_call`
  if (!isTemplateName(call)) return null
  const known = params as Record<string, unknown>
  return Object.fromEntries(Object.keys(MESSAGE_TEMPLATES[call].variables).map((key) => [key, known[key]]))
}

/** The parameters of a message, sealed or plain. Once the seal is erased only those its call speaks are left. */
export function openParams(
  config: Config,
  message: { to: string; params: unknown; params_sealed: Buffer | null },
): unknown {
  if (!message.params_sealed) return message.params
  return JSON.parse(unseal(config, paramsContext(message.to), message.params_sealed))
}

/** Static parts of every text. */
export const textContext = ({ config }: { config: Config }): TemplateContext => ({
  brand: config.BRAND_NAME,
  host: new URL(config.PUBLIC_URL).hostname,
})
