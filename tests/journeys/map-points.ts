import type { Locator, Page } from 'playwright-core'

export interface Spot {
  x: number
  y: number
}

/** The map of this name, once it is there. */
export async function mapOf(page: Page, name: RegExp | string): Promise<Locator> {
  const map = page.getByRole('group', { name })
  await map.getByText('Natural Earth').waitFor()
  return map
}

/** Where the middles of points are drawn, in pixels of the map, by the beginning of their names. */
export async function drawn(map: Locator): Promise<Record<string, Spot>> {
  const spots = await map.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return [...element.querySelectorAll('button')].map((button) => {
      const box = button.getBoundingClientRect()
      const name = (button.getAttribute('aria-label') ?? '').split(':')[0]!
      return [name, { x: box.left + box.width / 2 - left, y: box.top + box.height / 2 - top }] as const
    })
  })
  return Object.fromEntries(spots)
}

/** The colours of the map's ground, as `#rrggbb`: of all of it, or of what lies below an element. */
export const colours = async (map: Locator, below?: Locator): Promise<string[]> =>
  map.evaluate(
    (element, box) => {
      const found = new Set<string>()
      for (const canvas of element.querySelectorAll('canvas')) {
        if (canvas.width === 0) continue
        // A copy: reading the page's own would make the browser complain.
        const copy = document.createElement('canvas')
        copy.width = canvas.width
        copy.height = canvas.height
        const pen = copy.getContext('2d', { willReadFrequently: true })!
        pen.drawImage(canvas, 0, 0)
        const { left, top } = canvas.getBoundingClientRect()
        const [x, y, width, height] = box
          ? [Math.floor(box.x - left), Math.floor(box.y - top), Math.ceil(box.width), Math.ceil(box.height)]
          : [0, 0, copy.width, copy.height]
        const { data } = pen.getImageData(x, y, width, height)
        for (let at = 0; at < data.length; at += 4) {
          if (data[at + 3] !== 255) continue
          found.add(`#${[...data.subarray(at, at + 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`)
        }
      }
      return [...found]
    },
    await below?.boundingBox(),
  )
