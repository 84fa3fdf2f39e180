import type { AlertDetail } from '@tvarit/shared/contracts/alerts'
import { isActive } from '@tvarit/shared/contracts/dispatch-states'
import type { MapPoint } from '../../../components/map/map-point.tsx'
import { PointMap } from '../../../components/map/point-map.tsx'
import { personName } from '../alert-facts.ts'
import { STATE_WORDS, useDispatches } from '../dispatch/use-dispatch.ts'

/** The alert and the ambulance that comes to it, small. */
export function AlertMap({ alert }: { alert: AlertDetail }) {
  const car = useDispatches(alert).find(({ state }) => isActive(state))
  const points: MapPoint[] = [
    {
      id: 'alert',
      latitude: alert.latitude!,
      longitude: alert.longitude!,
      tone: 'red',
      shape: 'diamond',
      label: personName(alert),
      detail: alert.place ?? '',
    },
  ]
  if (car?.latitude != null && car.longitude !== null) {
    const { latitude, longitude } = car
    const label = car.vehicle_number ?? 'Ambulance'
    points.push({
      id: 'car',
      latitude,
      longitude,
      tone: 'brand',
      shape: 'square',
      label,
      detail: STATE_WORDS[car.state],
    })
  }
  return <PointMap label="Map of the alert" points={points} list="hidden" small />
}
