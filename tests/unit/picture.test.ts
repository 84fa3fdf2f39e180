import { townsAround } from '@tvarit/shared/domain/places/towns-around'
import { drawPicture, type PictureParts, type Shape } from '@tvarit/server/pages/client/picture'
import { pictureFigure } from '@tvarit/server/pages/picture-figure'
import { expect, test } from 'vitest'

const PLACE = { latitude: 12.97, longitude: 77.59 }
const CAR = { latitude: 12.9, longitude: 77.49 }
const HOSPITAL = { latitude: 12.99, longitude: 77.62 }
const parts = (some: Partial<PictureParts> = {}): PictureParts => ({
  place: PLACE,
  car: CAR,
  hospital: HOSPITAL,
  target: PLACE,
  towns: townsAround([PLACE, CAR, HOSPITAL]),
  label: 'The ambulance is about 13 km from the place.',
  ...some,
})

const all = (shape: Shape): Shape[] => [shape, ...(Array.isArray(shape.inside) ? shape.inside.flatMap(all) : [])]
const shapes = (some?: Partial<PictureParts>) => all(drawPicture(parts(some))!)
const words = (some?: Partial<PictureParts>) => shapes(some).filter(({ tag }) => tag === 'text')
const textOf = (inside: Shape['inside']): string => (typeof inside === 'string' ? inside : '')
const placed = (shape: Shape) => {
  const moved = /translate\((\S+) (\S+)\)/.exec(String(shape.attributes.transform))
  return moved
    ? { x: Number(moved[1]), y: Number(moved[2]) }
    : { x: Number(shape.attributes.cx), y: Number(shape.attributes.cy) }
}
const scene = (some?: Partial<PictureParts>) =>
  placed(shapes(some).find((shape) => shape.attributes.class === 'place')!)
const groupOf = (name: string) =>
  placed(shapes().find(({ inside }) => Array.isArray(inside) && inside[0]?.attributes.class === name)!)

test('scene, ambulance and hospital have true directions and proportions in the picture', () => {
  const [place, car, hospital] = [scene(), groupOf('car'), groupOf('hospital')]
  expect(car.x).toBeLessThan(place.x)
  expect(car.y).toBeGreaterThan(place.y)
  expect(hospital.x).toBeGreaterThan(place.x)
  expect(hospital.y).toBeLessThan(place.y)
  // At 13 degrees a degree of longitude is 0.974 of one of latitude; the car is 0.1 west and 0.07 south.
  expect((place.x - car.x) / (car.y - place.y)).toBeCloseTo((0.1 * 0.9745) / 0.07, 1)
  for (const { x, y } of [place, car, hospital]) expect(x > 14 && x < 306 && y > 9 && y < 171).toBe(true)
})

test('the scale is true', () => {
  const bar = shapes().find((shape) => shape.attributes.class === 'bar')!
  const pixels = Number(/h(\d+)/.exec(String(bar.attributes.d))![1])
  const km = Number(/^([\d.]+) km$/.exec(textOf(words().at(-1)!.inside))![1])
  const degrees = (groupOf('car').y - scene().y) / 0.07
  expect(pixels / km).toBeCloseTo(degrees / 111.2, 0)
})

test('towns around are named, inside the picture and never over each other or over a sign', () => {
  const names = words().slice(0, -1)
  expect(names.length).toBeGreaterThan(2)
  expect(names.length).toBeLessThan(15)
  const boxes = names.map(({ attributes: { x, y }, inside }) => ({
    left: Number(x),
    right: Number(x) + textOf(inside).length * 6,
    y: Number(y),
  }))
  for (const [at, box] of boxes.entries()) {
    expect(box.left > 0 && box.right < 320 && box.y > 8 && box.y < 180).toBe(true)
    for (const other of boxes.slice(at + 1)) {
      expect(Math.abs(other.y - box.y) > 12 || other.left > box.right || other.right < box.left).toBe(true)
    }
    for (const sign of [scene(), groupOf('car'), groupOf('hospital')]) {
      expect(Math.abs(sign.y + 4 - box.y) > 12 || sign.x + 9 < box.left || sign.x - 9 > box.right).toBe(true)
    }
  }
})

test('one point alone is in the middle, and without any position there is no picture', () => {
  expect(scene({ car: null, hospital: null })).toEqual({ x: 160, y: 90 })
  expect(drawPicture(parts({ place: null, car: null, hospital: null }))).toBeNull()
  expect(pictureFigure(parts({ place: null, car: null, hospital: null })).markup).toMatch(
    /<figure id="map"\s+hidden><\/figure>/,
  )
})

test('the server writes it as markup of at most 3 KB in which names are only text', () => {
  const { markup } = pictureFigure(parts({ towns: [{ name: '<b>"&', latitude: 12.93, longitude: 77.6 }] }))
  expect(markup).toContain('role="img" aria-label="The ambulance is about 13 km from the place."')
  expect(markup).toContain('&lt;b&gt;&quot;&amp;')
  expect(pictureFigure(parts()).markup.length).toBeLessThan(3000)
})
