import type { AlertCard } from '@tvarit/shared/contracts/alerts'
import { expect, test } from 'vitest'
import { needOf, NOTHING_WATCHED } from '../../web/src/features/alerts/need.ts'
import { ownerText } from '../../web/src/features/alerts/owner-text.ts'
import { SAMPLE_EVENT, type SampleEvent } from '../harness/sample-card.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString()
const sample = (JSON.parse(SAMPLE_EVENT.replaceAll('$id', '7')) as SampleEvent).alert

/** Given back two minutes ago because the driver did not answer. */
const givenBack = (more: Partial<AlertCard>): AlertCard => ({
  ...sample,
  claimed_by: null,
  given_back: 'The driver of KA01AB1234 has not answered for 90 s',
  waiting_since: ago(120),
  ...more,
})
const step = (state: 'ASSIGNED' | 'ACCEPTED', since: number): Partial<AlertCard> => ({
  dispatch: {
    id: 1,
    state,
    vehicle_number: 'KA01AB1234',
    outside_provider: null,
    eta_minutes: 9,
    since: ago(since),
    arrives_at: null,
  },
})

test('why an alert was given back is said until its ambulance has moved on', () => {
  const owner = (card: AlertCard) => ownerText(card, 3, NOW)
  const reason = 'Given back: The driver of KA01AB1234 has not answered for 90 s'
  expect(owner(givenBack(step('ASSIGNED', 210)))).toBe(reason)
  expect(owner(givenBack(step('ACCEPTED', 60)))).toBe('Given back at 15:28:00')
  const done = givenBack({ dispatch: null, dispatch_end: { outcome: 'done', name: 'KA01AB1234', at: ago(10) } })
  expect(owner(done)).toBe('Given back at 15:28:00')
  expect(needOf(done, NOW, NOTHING_WATCHED)).toMatchObject({ text: 'Not claimed', also: 'ride done' })
  expect(owner({ ...done, given_back: null })).toBe('No operator yet')
})
