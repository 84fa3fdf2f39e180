import { segments, toGsm7 } from './gsm7.ts'
import { MESSAGE_TEXTS, type TranslatedMessage } from '../texts/public-texts.ts'
import { isSpoken, MESSAGE_TEMPLATES, templateKey, type TemplateName } from './message-templates.ts'
import type { Variable } from './message-variables.ts'
import type { Language } from './scan.ts'

/** Static parts of every text: brand name and the host that WebOTP binds a code to (no scheme, no port). */
export interface TemplateContext {
  brand: string
  host: string
  /** The setting DLT_TEMPLATE_IDS. With it, a text that is not registered in a language goes out in English. */
  dlt_template_ids?: Record<string, string> | undefined
}

/** Parameters do not fit the registered template. Names the fields, never their values (they are codes and phones). */
export class TemplateMismatch extends Error {
  readonly template: string
  readonly fields: string[]

  constructor(template: string, fields: string[]) {
    super(`Message template ${template}: wrong ${fields.join(', ')}`)
    this.template = template
    this.fields = fields
  }
}

/**
 * The text to send in a language, and its variables as `VAR1`, `VAR2`, ... in the order of the registered text (one used
 * twice counts twice). English where there is no such text, or where it is not registered: an unregistered text is
 * dropped by the operator. Throws TemplateMismatch when a link, phone, code or number does not fit, or a parameter is
 * missing or unknown.
 */
export function renderTemplate(
  name: TemplateName,
  params: unknown,
  context: TemplateContext,
  wanted: Language = 'en',
): { text: string; variables: Record<string, string>; language: Language; parts: number } {
  const language = sendable(name, context, wanted) ? wanted : 'en'
  const values = templateValues(name, params, language)
  const variables: Record<string, string> = {}
  const text = fill(name, context, language, (key) => {
    variables[`VAR${Object.keys(variables).length + 1}`] = values[key]!
    return values[key]!
  })
  return { text, variables, language, parts: segments(text) }
}

/** The values of a text's variables as they are written in a language. Throws TemplateMismatch. */
export function templateValues(name: TemplateName, params: unknown, language: Language): Record<string, string> {
  const parsed = MESSAGE_TEMPLATES[name].params.safeParse(params)
  if (!parsed.success) {
    const fields = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'parameters'],
    )
    throw new TemplateMismatch(name, [...new Set(fields)])
  }
  const variables = MESSAGE_TEMPLATES[name].variables as Record<string, Variable<unknown>>
  const values = Object.entries(parsed.data as Record<string, string>)
  return Object.fromEntries(values.map(([key, value]) => [key, variables[key]!.write?.(value, language) ?? value]))
}

/** The text to register with the operators: static parts filled in, each variable as its tag. */
export const registeredText = (name: TemplateName, context: TemplateContext, language: Language = 'en'): string =>
  fill(
    name,
    context,
    language,
    (key) => (MESSAGE_TEMPLATES[name].variables as Record<string, Variable<unknown>>)[key]!.dlt_tag,
  )

const isTranslated = (name: TemplateName): name is TranslatedMessage => Object.hasOwn(MESSAGE_TEXTS.hi.messages, name)

const sendable = (name: TemplateName, { dlt_template_ids: ids }: TemplateContext, language: Language): boolean =>
  isTranslated(name) && (!ids || isSpoken(name) || Object.hasOwn(ids, templateKey(name, language)))

function fill(
  name: TemplateName,
  context: TemplateContext,
  language: Language,
  value: (key: string) => string,
): string {
  if (!/^[A-Za-z0-9.-]+$/.test(context.host)) throw new TemplateMismatch(name, ['host'])
  const fixed: Record<string, string> = { brand: toGsm7(context.brand, 'Emergency help'), host: context.host }
  const text =
    language !== 'en' && isTranslated(name) ? MESSAGE_TEXTS[language].messages[name] : MESSAGE_TEMPLATES[name].text
  return text.replace(/\{(\w+)\}/g, (_, key: string) => fixed[key] ?? value(key))
}
