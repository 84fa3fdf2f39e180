import { call } from './api.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

export const CARS = '/api/ambulances/'
export const HOSPITALS = '/api/hospitals/'

export const LATITUDE = 'The latitude must be a number from 6 to 38: a place in India.'
export const LONGITUDE = 'The longitude must be a number from 68 to 98: a place in India.'
export const PHONE = 'Phone number must be exactly 10 digits.'
export const REQUIRED = 'This field is required'

type Who = Pick<Person, 'access'>

/** The calls about ambulances and hospitals, by the admin unless another person is named; staff set the status. */
export function registryCalls(world: World, admin: Person, staff: Person) {
  let numbers = 1000
  const nextNumber = () => `KA01AB${(numbers += 1)}`
  const car = (change: Record<string, unknown> = {}) => ({
    vehicle_number: nextNumber(),
    type: 'BASIC',
    operator: 'Namma Ambulance',
    driver_name: 'Basavaraj Patil',
    driver_phone: '9000000021',
    base_latitude: 12.97,
    base_longitude: 77.59,
    ...change,
  })
  const clinic = (change: Record<string, unknown> = {}) => ({
    name: `Hospital ${(numbers += 1)}`,
    phone: '08026701150',
    email: 'desk@hospital.example',
    address: 'Fort Road, Bengaluru',
    latitude: 12.96,
    longitude: 77.57,
    emergency: true,
    ...change,
  })

  const send = (method: string, path: string, body?: unknown, who: Who = admin) =>
    call(world.url, path, { method, access: who.access, ...(body === undefined ? {} : { body }) })
  const add = (change: Record<string, unknown> = {}, who?: Who) => send('POST', CARS, car(change), who)
  const addHospital = (change: Record<string, unknown> = {}, who?: Who) => send('POST', HOSPITALS, clinic(change), who)
  const one = (path: string, id: unknown, rest = '') => `${path}${String(id)}/${rest}`
  const setStatus = (id: unknown, status: string, who: Who = staff) =>
    send('PATCH', one(CARS, id, 'status/'), { status }, who)
  const retire = (id: unknown, who?: Who) => send('DELETE', one(CARS, id), undefined, who)
  const stored = () => world.db.selectFrom('ambulances').selectAll().orderBy('id').execute()
  const listed = async (query: string) => (await send('GET', `${CARS}${query}`)).body.results as { id: number }[]

  return { nextNumber, car, clinic, send, add, addHospital, one, setStatus, retire, stored, listed }
}
