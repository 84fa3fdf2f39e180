import type { AmbulanceType } from '@tvarit/shared/contracts/dispatch'

/** What an ambulance can do, as an operator reads it. */
export const AMBULANCE_TYPES: Record<AmbulanceType, string> = {
  BASIC: 'Basic life support',
  ADVANCED: 'Advanced life support',
  TRANSPORT: 'Patient transport',
}
