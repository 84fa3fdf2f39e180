import { part } from './page.ts'
import type { Shape } from './picture.ts'

/** Puts the picture in place of the one before; hides its frame when there is none. */
export function showPicture(picture: Shape | null): void {
  const frame = part('map')
  frame.hidden = !picture
  frame.textContent = ''
  if (picture) frame.appendChild(toElement(picture))
}

function toElement({ tag, attributes, inside }: Shape): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const name in attributes) element.setAttribute(name, String(attributes[name]))
  if (typeof inside === 'string') element.textContent = inside
  else if (inside) inside.forEach((each) => element.appendChild(toElement(each)))
  return element
}
