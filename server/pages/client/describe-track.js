import { metresBetween } from './geometry.js'
import { clockTime, distanceText, fill } from './wording.js'

const COMING = ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE']

/**
 * What relatives are told, in words. The only place that decides it.
 * @param {import('@tvarit/shared/contracts/dispatch').TrackView} view
 * @param {import('../dispatch-texts.ts').TrackTexts} texts
 */
export function describeTrack(view, texts) {
  const car = view.ambulance && view.ambulance.state !== 'CANCELLED' ? view.ambulance : null
  const closed = !!view.closed_at
  const over = closed && (!car || car.state === 'DONE')
  const state = car && !(over && view.status === 'REJECTED') ? car.state : closed ? view.status : 'waiting'
  const coming = car && COMING.indexOf(car.state) >= 0
  const located = car && car.latitude !== null && car.longitude !== null && car.state !== 'DONE'
  const eta = coming && car.eta_minutes !== null ? fill(texts.eta, { n: Math.max(1, car.eta_minutes) }) : ''
  const target = !located ? null : coming ? view.place : car.state === 'TRANSPORTING' ? view.hospital : null
  const distance = target
    ? ' ' +
      fill(coming ? texts.distance : texts.distance_hospital, {
        distance: distanceText(texts, metresBetween(car, target)),
      })
    : ''
  const position = !car
    ? ''
    : located && car.position_at
      ? fill(texts.position_at, { time: clockTime(car.position_at) }) + distance
      : coming && car.vehicle_number
        ? texts.no_position
        : ''
  return {
    headline: texts['head_' + state],
    note: eta,
    plate: (car && (car.vehicle_number || car.outside_provider)) || '',
    driver: car && car.driver_name ? fill(texts.driver, { name: car.driver_name }) : '',
    driver_phone: (car && car.state !== 'DONE' && car.driver_phone) || '',
    position,
    raised: fill(texts.raised_at, { name: view.first_name, time: clockTime(view.raised_at) }),
    taken: view.taken_by ? fill(texts.taken_by, { name: view.taken_by }) : closed ? '' : texts.not_taken,
    hospital: view.hospital ? texts.hospital + ': ' + view.hospital.name : '',
    hospital_phone: view.hospital ? view.hospital.phone : '',
    open: !over,
    points: target ? { car, place: target } : null,
  }
}
