/**
 * Gives our nonce to every style element made by a script. antd does so for its own styles, but some of its parts (the
 * scroll lock behind a dialog, the measuring of scroll bars) make theirs without, and the content security policy
 * would block them. Only code that already runs here can make elements, so this opens nothing.
 */
export function nonceStyles(nonce: string): void {
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
