/** Markup that is known to be safe: a constant of ours, or escaped. */
export class SafeHtml {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = SafeHtml | string | number | null | undefined | false | readonly Part[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (symbol) => ENTITIES[symbol]!)

function partToMarkup(part: Part): string {
  if (part instanceof SafeHtml) return part.markup
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return part ? part.map(partToMarkup).join('') : ''
}

/**
 * The only way markup is made here. Everything interpolated is escaped, in text and in quoted attributes alike, unless
 * it is itself a result of this tag. Empty values (null, undefined, false) vanish, lists are joined.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): SafeHtml {
  let markup = strings[0]!
  for (const [index, part] of parts.entries()) markup += partToMarkup(part) + strings[index + 1]!
  return new SafeHtml(markup)
}

/** Lets our own files (style sheet, client scripts) through unescaped. Never for anything that came from outside. */
export const trusted = (markup: string): SafeHtml => new SafeHtml(markup)

/**
 * JSON for a `<script type="application/json">` block. Such a block ends at the first `</script` and misreads `<!--`,
 * so every `<` is written as an escape. U+2028/9 are escaped for old parsers.
 */
export function jsonForScript(value: unknown): SafeHtml {
  const text = JSON.stringify(value).replace(/[<\u2028\u2029]/g, (symbol) => {
    return `\\u${symbol.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return new SafeHtml(text)
}
