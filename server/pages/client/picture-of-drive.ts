import type { DriverView } from '@tvarit/shared/contracts/dispatch'
import type { Point } from './metres-between.ts'
import type { PictureParts, Town } from './picture.ts'

/** What the driver's picture shows: on the way to the scene, and with the patient on board to the hospital. */
export function pictureOf(view: DriverView, car: Point | null, towns: readonly Town[], label: string): PictureParts {
  const { latitude, longitude, hospital, state } = view
  const place = latitude === null || longitude === null ? null : { latitude, longitude }
  const target = state === 'TRANSPORTING' || state === 'AT_HOSPITAL' ? hospital : place
  return { place, car, hospital, target, towns, label }
}
