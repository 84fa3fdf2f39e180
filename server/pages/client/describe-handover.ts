import type { HandoverTexts } from '@tvarit/shared/texts/public-texts'
import type { HandoverPage } from '@tvarit/shared/contracts/handover'
import { arrivalText, COMING } from './wording.ts'

const BRINGING = ['TRANSPORTING', 'AT_HOSPITAL', 'DONE']

export interface HandoverDescription {
  state: string
  eta: string
  plate: string
}

/** The ambulance in words for the hospital. The only place that decides them. */
export function describeHandover(page: HandoverPage, texts: HandoverTexts): HandoverDescription {
  const car = page.ambulance
  const elsewhere = car && car.other_hospital && BRINGING.indexOf(car.state) >= 0
  const coming = car && COMING.indexOf(car.state) >= 0
  const eta = !car
    ? ''
    : car.hospital_eta_minutes !== null
      ? arrivalText(car.hospital_eta_minutes, texts.hospital_eta, texts.hospital_eta_hours)
      : coming && car.scene_eta_minutes !== null
        ? arrivalText(car.scene_eta_minutes, texts.scene_eta, texts.scene_eta_hours)
        : ''
  return {
    state: elsewhere ? texts.other_hospital : car ? texts[`state_${car.state}`] : texts.state_none,
    eta,
    plate: (car && (car.vehicle_number || car.outside_provider)) || '',
  }
}
