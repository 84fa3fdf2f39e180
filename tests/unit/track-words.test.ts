import { RIDE_TEXTS } from '@tvarit/shared/texts/public-texts'
import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import { describe, expect, test } from 'vitest'
import { describeTrack } from '../../server/pages/client/describe-track.ts'

type State = NonNullable<TrackView['ambulance']>['state']
const HOSPITAL = { name: 'Victoria Hospital', phone: '9000000031', latitude: 12.96, longitude: 77.57 }

/** What relatives read while an ambulance is in this state. */
function words(state: State, hospital: TrackView['hospital'] = null, unseen_minutes: number | null = null) {
  const view: TrackView = {
    first_name: 'Ravi',
    raised_at: '2026-11-23T10:00:00Z',
    status: 'PENDING',
    taken_by: 'Asha',
    place: null,
    ambulance: {
      state,
      vehicle_number: 'KA01AB1234',
      outside_provider: null,
      driver_name: 'Imran Khan',
      driver_phone: '9000000021',
      eta_minutes: 7,
      unseen_minutes,
      latitude: null,
      longitude: null,
      position_at: null,
    },
    hospital,
    call_centre_phone: '18001234567',
    closed_at: null,
    language: null,
    confirmed: null,
  }
  return describeTrack(view, RIDE_TEXTS.en.track)
}

test('relatives read "on its way" only from the driver’s step on', () => {
  const read = (['ASSIGNED', 'ACCEPTED', 'EN_ROUTE'] as const).map((state) => [
    words(state).headline,
    words(state).note,
  ])
  expect(read).toEqual([
    ['An ambulance has been asked to come', 'It would arrive in about 7 min.'],
    ['The ambulance driver has accepted', 'Arrival in about 7 min.'],
    ['The ambulance is on its way', 'Arrival in about 7 min.'],
  ])
})

test('relatives of a silent driving ambulance read when it was last seen, and no arrival', () => {
  const read = [29, 119, 120, 290].map((minutes) => words('EN_ROUTE', null, minutes))
  expect(read.map(({ headline }) => headline)).toEqual([
    'The ambulance was last seen 29 min ago',
    'The ambulance was last seen 119 min ago',
    'The ambulance was last seen 2 h ago',
    'The ambulance was last seen 4 h ago',
  ])
  expect(new Set(read.map(({ note }) => note))).toEqual(new Set(['We are calling the driver.']))
  expect(words('TRANSPORTING', HOSPITAL, 29).headline).toBe('The ambulance was last seen 29 min ago')
})

describe('the hospital', () => {
  test('is not promised before it is chosen, and open once the ambulance is at the scene', () => {
    expect(words('EN_ROUTE').hospital).toBe('')
    expect(words('AT_SCENE').hospital).toBe('The hospital is being chosen.')
    expect(words('TRANSPORTING').hospital).toBe('The hospital is being chosen.')
    expect(words('DONE').hospital).toBe('')
  })

  test('is where the patient will be taken, is being taken, and was taken, by the driver’s steps', () => {
    const states = ['ASSIGNED', 'AT_SCENE', 'TRANSPORTING', 'AT_HOSPITAL'] as const
    expect(states.map((state) => words(state, HOSPITAL).hospital)).toEqual([
      'Will be taken to Victoria Hospital.',
      'Will be taken to Victoria Hospital.',
      'Being taken to Victoria Hospital.',
      'Taken to Victoria Hospital.',
    ])
  })
})
