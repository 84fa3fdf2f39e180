/** Fills `{slots}` of a text. A slot without a value stays visible, which is easier to notice than a gap. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (slot, name: string) => (values[name] === undefined ? slot : String(values[name])))
}
