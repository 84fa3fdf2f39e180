import type { HandoverPage } from '@tvarit/shared/contracts/handover'
import type { HandoverTexts } from '../handover-texts.ts'

export interface HandoverDescription {
  state: string
  eta: string
  plate: string
}
export function describeHandover(page: HandoverPage, texts: HandoverTexts): HandoverDescription
