import { html, type SafeHtml, trusted } from '../context/html.ts'
import { drawPicture, type PictureParts, type Shape } from './client/picture.ts'

/** The picture in its frame, which is hidden when there is nothing to show. */
export function pictureFigure(parts: PictureParts | null): SafeHtml {
  const picture = parts && drawPicture(parts)
  return html`<figure id="map" ${!picture && html` hidden`}>${picture && toMarkup(picture)}</figure>`
}

function toMarkup({ tag, attributes, inside = '' }: Shape): SafeHtml {
  const [name, written] = [trusted(tag), Object.entries(attributes)]
  return html`<${name}${written.map(([key, value]) => html` ${trusted(key)}="${value}"`)}>${
    typeof inside === 'string' ? inside : inside.map(toMarkup)
  }</${name}>`
}
