/** Every text in a tag of its own, as a browser that translates leaves it, also what comes later. */
export function translateByForce(): void {
  const textsIn = (node: Node): Node[] => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = node.nodeType === Node.TEXT_NODE ? [node] : []
    while (walker.nextNode()) texts.push(walker.currentNode)
    return texts
  }
  const translate = (node: Node): void => {
    for (const text of textsIn(node)) {
      const parent = text.parentElement
      if (!parent || !text.textContent?.trim() || /^(SCRIPT|STYLE|TEXTAREA|FONT|TITLE)$/.test(parent.tagName)) continue
      const font = document.createElement('font')
      font.textContent = `« ${text.textContent} »`
      parent.replaceChild(font, text)
    }
  }
  translate(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) translate(node)
  }).observe(document.body, { childList: true, subtree: true })
}
