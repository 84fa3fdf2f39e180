import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import type { TrackTexts } from '../dispatch-texts.ts'

export interface TrackDescription {
  headline: string
  note: string
  plate: string
  driver: string
  driver_phone: string
  position: string
  raised: string
  taken: string
  hospital: string
  hospital_phone: string
  open: boolean
  points: {
    car: { latitude: number; longitude: number }
    place: { latitude: number; longitude: number }
  } | null
}
export function describeTrack(view: TrackView, texts: TrackTexts): TrackDescription
