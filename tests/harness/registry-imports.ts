import { type Answer, call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

export const HEAD = 'vehicle_number,type,operator,driver_name,driver_phone,base_latitude,base_longitude'
export const ROW = ',BASIC,Namma Ambulance,Basavaraj Patil,9000000021,12.97,77.59'
export const PLACES = 'name,phone,email,address,latitude,longitude,emergency'

export const manyRows = (count: number) =>
  Array.from({ length: count }, (_each, place) => `KA01AB${String(place + 1).padStart(4, '0')}${ROW}`)

type Content = string | Uint8Array<ArrayBuffer>

/** Imports of CSV files into the registry, by the admin unless another person is named, and what they leave. */
export function registryImports(world: World, admin: Person) {
  async function send(what: 'ambulances' | 'hospitals', content: Content, who: Person = admin): Promise<Answer> {
    const form = new FormData()
    form.set('file', new Blob([content], { type: 'text/csv' }), 'fleet.csv')
    return call(world.url, `/api/${what}/import/`, { body: form, access: who.access })
  }
  const cars = (...rows: string[]) => send('ambulances', [HEAD, ...rows].join('\n'))
  const stored = () => world.db.selectFrom('ambulances').selectAll().orderBy('id').execute()

  return { send, cars, stored }
}
