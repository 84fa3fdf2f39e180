import { type OnCallPlan, shiftsOf } from '@tvarit/shared/contracts/on-call-plan'
import { expect, test } from 'vitest'

const at = (text: string) => Date.parse(`${text}+05:30`)
const plan = (more: Partial<OnCallPlan> = {}): OnCallPlan => ({
  rota: [1, 2],
  since: at('2026-11-30T09:00'),
  overrides: [],
  ...more,
})
const clock = (ms: number) => new Date(ms + 19_800_000).toISOString().slice(5, 16)
const shiftTexts = (of: OnCallPlan, day: string) =>
  shiftsOf(of, at(`${day}T00:00`)).map(({ name, from, to, parts }) => [
    `${name} ${clock(from)} ${clock(to)}`,
    ...parts.map((part) => `${clock(part.from)} ${part.people.join() || 'gap'}${part.override ? ' override' : ''}`),
  ])

test('shifts begin with the handover, and the next week has the next person', () => {
  expect(shiftTexts(plan(), '2026-12-06')).toEqual([
    ['Day 12-06T09:00 12-06T21:00', '12-06T09:00 1'],
    ['Night 12-06T21:00 12-07T09:00', '12-06T21:00 1'],
  ])
  expect(shiftTexts(plan(), '2026-12-07')[0]).toEqual(['Day 12-07T09:00 12-07T21:00', '12-07T09:00 2'])
})

test('a handover at midnight divides the night of shifts that begin at 8', () => {
  expect(shiftTexts(plan({ since: at('2026-11-30T00:00') }), '2026-12-06')[1]).toEqual([
    'Night 12-06T20:00 12-07T08:00',
    '12-06T20:00 1',
    '12-07T00:00 2',
  ])
})

test('without a rota all is a gap but what an override covers', () => {
  const overrides = [{ person_id: 3, from: at('2026-12-01T10:00'), to: at('2026-12-01T12:30') }]
  expect(shiftTexts(plan({ rota: [], since: 0, overrides }), '2026-12-01')[0]).toEqual([
    'Day 12-01T08:00 12-01T20:00',
    '12-01T08:00 gap',
    '12-01T10:00 3 override',
    '12-01T12:30 gap',
  ])
})
