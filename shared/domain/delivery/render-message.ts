import { isTemplateName } from '../../contracts/message-templates.ts'
import { renderTemplate, TemplateMismatch } from '../../contracts/render-template.ts'
import type { PhoneChannel } from '../../contracts/messages.ts'
import type { Language } from '../../contracts/scan.ts'
import { spokenLanguage } from '../../contracts/languages.ts'
import type { Ctx } from '../../platform/context.ts'
import { openParams, textContext } from '../messages/message-params.ts'

interface Written {
  channel: PhoneChannel
  language: Language
  to: string
  template: string
  params: unknown
  params_sealed: Buffer | null
}

/**
 * The text of a message to a phone, with its variables and its language: English where a channel's registered text is
 * missing in the person's own. Throws TemplateMismatch when the parameters do not fit the text.
 */
export function renderMessage({ config }: Ctx, message: Written): ReturnType<typeof renderTemplate> {
  const { channel, language } = message
  const registered = {
    sms: config.DLT_TEMPLATE_IDS,
    // Every provider names its texts by the same keys.
    whatsapp:
      config.WHATSAPP_TEMPLATE_IDS &&
      Object.fromEntries(Object.keys(config.WHATSAPP_TEMPLATE_IDS).map((key) => [key, key])),
    voice: undefined,
  }[channel]
  return renderTemplate(
    known(message.template),
    openParams(config, message),
    { ...textContext({ config }), dlt_template_ids: registered },
    channel === 'voice' ? spokenLanguage(language) : language,
  )
}

export function known(template: string) {
  if (!isTemplateName(template)) throw new TemplateMismatch(template, ['template'])
  return template
}
