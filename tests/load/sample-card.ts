import type { LiveEvent } from '@tvarit/shared/contracts/alerts'

/** An event of the size and shape of ours, for the arms we compare with. `$id` stands for the number of its alert. */
export const SAMPLE_EVENT = JSON.stringify({
  type: 'alert',
  seq: '$id' as unknown as number,
  kind: 'raised',
  alert: {
    id: '$id' as unknown as number,
    version: 1,
    status: 'PENDING',
    timestamp: '2026-11-21T09:00:00.000Z',
    latitude: 12.9716,
    longitude: 77.5946,
    accuracy: 12,
    landmark: null,
    description: null,
    first_respondent_phone: null,
    places_differ: false,
    follows_id: null,
    report_count: 1,
    verify_by_phone: false,
    unregistered: false,
    expired: false,
    drill: false,
    serial_number: 'S1234567899',
    claimed_by: null,
    claimed_at: null,
    waiting_since: '2026-11-21T09:00:00.000Z',
    owner_deadline: null,
    given_back: null,
    attending_staff: null,
    closed_at: null,
    escalation_level: 0,
    dispatch: null,
    user: { id: 12345, first_name: 'Ravi', last_name: 'Kumar', phone_number: '9200000000' },
  },
} satisfies LiveEvent).replaceAll('"$id"', '$id')

export type SampleEvent = Extract<LiveEvent, { type: 'alert' }>
