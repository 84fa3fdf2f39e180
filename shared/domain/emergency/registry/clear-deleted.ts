/** What a retired ambulance forgets when its number is registered again. */
export const CLEAR_DELETED = {
  retired_at: null,
  status: 'AVAILABLE',
  last_latitude: null,
  last_longitude: null,
  last_position_at: null,
} as const
