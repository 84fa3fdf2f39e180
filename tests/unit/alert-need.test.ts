import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import type { DispatchSummary } from '@tvarit/shared/contracts/dispatch'
import { expect, test } from 'vitest'
import { byNeed, needOf, NOTHING_WATCHED, type Watched } from '../../web/src/features/alerts/need.ts'
import { SAMPLE_EVENT, type SampleEvent } from '../harness/sample-card.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()
const sample = (JSON.parse(SAMPLE_EVENT.replaceAll('$id', '7')) as SampleEvent).alert

const card = (more: Partial<AlertCard> = {}): AlertCard => ({
  ...sample,
  timestamp: ago(190),
  waiting_since: ago(190),
  ...more,
})
/** Held by Asha, who acts. */
const held = (more: Partial<AlertCard> = {}): AlertCard =>
  card({
    claimed_by: { id: 3, name: 'Asha Rao', phone_number: '9000000003' },
    claimed_at: ago(100),
    owner_deadline: ago(-60),
    ...more,
  })
const ride = (state: DispatchSummary['state'], seconds: number, more: Partial<DispatchSummary> = {}) =>
  held({
    dispatch: {
      id: 1,
      state,
      vehicle_number: 'KA34AB2221',
      outside_provider: null,
      eta_minutes: 9,
      since: ago(seconds),
      arrives_at: ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE'].includes(state) ? ago(seconds - 540) : null,
      ...more,
    },
  })
const over = (outcome: 'done' | 'declined') => held({ dispatch_end: { outcome, name: 'KA34AB2221', at: ago(20) } })
const standing = (unseen: boolean): Watched => ({
  ...NOTHING_WATCHED,
  standing: [{ alert_id: 7, unseen, since: ago(200), rings_from: ago(20) }],
})
const outside = { vehicle_number: null, outside_provider: '108' }

/** In the order of the board. */
const ROWS: [what: string, AlertCard, group: string, tone: string, text: string, since: number | null, Watched?][] = [
  ['unclaimed', card(), 'action', 'red', 'Not claimed', 190],
  ['the owner let the time pass', held({ owner_deadline: ago(30) }), 'action', 'red', 'Asha has not acted in time', 30],
  ['declined', over('declined'), 'action', 'red', 'KA34AB2221 cannot come, ask another', 20],
  [
    'driver not reached',
    ride('ASSIGNED', 65),
    'action',
    'amber',
    'Driver of KA34AB2221 not reached by SMS or call',
    65,
  ],
  ['claimed without an ambulance', held(), 'action', 'red', 'No ambulance sent', 100],
  ['it stands', ride('EN_ROUTE', 240), 'action', 'amber', 'KA34AB2221 has not moved', 200, standing(false)],
  ['it is unseen', ride('EN_ROUTE', 240), 'action', 'amber', 'KA34AB2221 sends no position', 200, standing(true)],
  ['accepted for long', ride('ACCEPTED', 130), 'action', 'amber', 'KA34AB2221 accepted, not on the way', 130],
  ['late', ride('EN_ROUTE', 540 + 250), 'action', 'amber', 'KA34AB2221 on the way, 4 min late', null],
  ['verify by phone', card({ verify_by_phone: true }), 'action', 'amber', 'Verify by phone, not claimed', 190],
  ['long at the scene', ride('AT_SCENE', 1900), 'action', 'amber', 'KA34AB2221 long with the patient', 1900],
  [
    'long to the hospital',
    ride('TRANSPORTING', 3700),
    'action',
    'amber',
    'KA34AB2221 long on the way to the hospital',
    3700,
  ],
  ['long at the hospital', ride('AT_HOSPITAL', 2800), 'action', 'amber', 'KA34AB2221 long at the hospital', 2800],
  [
    'owner away',
    ride('AT_SCENE', 60),
    'action',
    'amber',
    'Held by Asha, who is away',
    null,
    { ...NOTHING_WATCHED, away: [3] },
  ],
  [
    'relatives not reached',
    ride('AT_SCENE', 60),
    'action',
    'amber',
    '2 relatives not reached',
    null,
    { ...NOTHING_WATCHED, people: [{ alert_id: 7, unreached: 2, driver_heard: false }] },
  ],
  ['ride done', over('done'), 'action', 'green', 'Ride done, close the alert', null],
  ['drill', card({ drill: true }), 'action', 'calm', 'Drill, not claimed', 190],
  ['on the way', ride('EN_ROUTE', 140), 'moving', 'green', 'KA34AB2221 on the way, 7 min', null],
  ['asked', ride('ASSIGNED', 20), 'moving', 'calm', 'KA34AB2221 asked', 20],
  ['accepted', ride('ACCEPTED', 20), 'moving', 'green', 'KA34AB2221 accepted', 20],
  ['at the scene', ride('AT_SCENE', 60), 'moving', 'green', 'KA34AB2221 with the patient', 60],
  ['to the hospital', ride('TRANSPORTING', 60), 'moving', 'green', 'KA34AB2221 to the hospital', 60],
  ['at the hospital', ride('AT_HOSPITAL', 60), 'moving', 'green', 'KA34AB2221 at the hospital', 60],
  ['a claimed drill', held({ drill: true }), 'moving', 'calm', 'Drill of Asha', null],
  ['closed', card({ status: 'ATTENDED' }), 'done', 'calm', 'Closed', null],
]

test.each(ROWS)('an alert says what it needs: %s', (_what, alert, group, tone, text, since, watched) => {
  const need = needOf(alert, NOW, watched ?? NOTHING_WATCHED)
  expect(need).toMatchObject({ group, tone, text, since: since === null ? null : ago(since) })
})

test('the board has the most pressing first, of two alike the older, of closed ones the newer', () => {
  const found = ROWS.map(([what, alert, , , , , watched]) => ({
    what,
    card: alert,
    need: needOf(alert, NOW, watched ?? NOTHING_WATCHED),
  }))
  expect(found.toReversed().toSorted(byNeed)).toEqual(found)
  const alike = (id: number, seconds: number, status: AlertCard['status']) => {
    const alert = card({ id, timestamp: ago(seconds), status })
    return { card: alert, need: needOf(alert, NOW, NOTHING_WATCHED) }
  }
  expect(byNeed(alike(1, 50, 'PENDING'), alike(2, 60, 'PENDING'))).toBeGreaterThan(0)
  expect(byNeed(alike(1, 50, 'ATTENDED'), alike(2, 60, 'ATTENDED'))).toBeLessThan(0)
})

test('an outside provider is under way from the call, and late after 13 min without a time', () => {
  const text = (alert: AlertCard) => needOf(alert, NOW, NOTHING_WATCHED).text
  expect(text(ride('ASSIGNED', 140, outside))).toBe('108 on the way, 7 min')
  expect(text(ride('ASSIGNED', 700, { ...outside, arrives_at: null }))).toBe('108 on the way')
  expect(text(ride('ASSIGNED', 900, { ...outside, arrives_at: null }))).toBe('108 on the way, late')
  expect(text(ride('EN_ROUTE', 550))).toBe('KA34AB2221 on the way, due now')
})

test('an alert that was given back, or whose owner is away, also says what its ambulance does', () => {
  const going = ride('EN_ROUTE', 140)
  expect(needOf({ ...going, claimed_by: null }, NOW, NOTHING_WATCHED)).toMatchObject({
    text: 'Not claimed',
    also: 'KA34AB2221 on the way, 7 min',
  })
  expect(needOf(going, NOW, { ...NOTHING_WATCHED, away: [3] }).also).toBe('KA34AB2221 on the way, 7 min')
})

test('a driver who was reached differs from one who was not, and one click offers the next', () => {
  const watched = { ...NOTHING_WATCHED, people: [{ alert_id: 7, unreached: 0, driver_heard: true }] }
  expect(needOf(ride('ASSIGNED', 65), NOW, watched)).toMatchObject({
    text: 'KA34AB2221 asked, no answer',
    ask_next: true,
  })
  expect(needOf(ride('ASSIGNED', 65), NOW, NOTHING_WATCHED).ask_next).toBe(true)
  expect(needOf(ride('ASSIGNED', 40), NOW, NOTHING_WATCHED).ask_next).toBe(false)
  expect(needOf(ride('ASSIGNED', 900, { ...outside, arrives_at: null }), NOW, NOTHING_WATCHED).ask_next).toBe(false)
})

test('another ambulance is one click away also when the alert has no owner or an idle one', () => {
  const silent = ride('ASSIGNED', 65)
  const also = 'Driver of KA34AB2221 not reached by SMS or call'
  expect(needOf({ ...silent, claimed_by: null }, NOW, NOTHING_WATCHED)).toMatchObject({
    text: 'Not claimed',
    also,
    ask_next: true,
  })
  expect(needOf({ ...silent, owner_deadline: ago(30) }, NOW, NOTHING_WATCHED)).toMatchObject({
    text: 'Asha has not acted in time',
    also,
    ask_next: true,
  })
})

test('the place of an ambulance that is there already is no standing still', () => {
  expect(needOf(ride('AT_SCENE', 60), NOW, standing(false)).text).toBe('KA34AB2221 with the patient')
})
