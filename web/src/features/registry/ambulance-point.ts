import type { AmbulanceStatus } from '@tvarit/shared/contracts/dispatch'
import type { AmbulancePoints } from '@tvarit/shared/contracts/registry'
import type { MapPoint, PointLook } from '../../components/map/map-point.tsx'
import { isFresh, positionText, STATUS_TEXT } from './wording.ts'

/** How often the positions on a map are read again, milliseconds. */
export const POSITIONS_POLL_MS = 15_000

const LOOKS: Record<AmbulanceStatus, PointLook> = {
  AVAILABLE: { tone: 'green', shape: 'circle' },
  BUSY: { tone: 'amber', shape: 'diamond' },
  OFF: { tone: 'grey', shape: 'square' },
}

/** What the ambulances of these states look like on a map. */
export const ambulanceLegend = (statuses: readonly AmbulanceStatus[]): (PointLook & { text: string })[] => [
  ...statuses.map((status) => ({ ...LOOKS[status], text: STATUS_TEXT[status] })),
  { tone: 'green', shape: 'circle', hollow: true, text: 'Outline: old position, or at its base' },
]

/** An ambulance on the map: its status by colour and shape, an old position as an outline. */
export const ambulancePoint = (point: AmbulancePoints[number], now: number): MapPoint => ({
  id: String(point.id),
  latitude: point.latitude,
  longitude: point.longitude,
  label: point.vehicle_number,
  detail: `${STATUS_TEXT[point.status]}. ${positionText(point.position_at, now)}`,
  ...LOOKS[point.status],
  hollow: !isFresh(point.position_at, now),
})
