import type { AlertProgress } from '@tvarit/shared/contracts/scan'
import type { PageTexts } from '../page-texts.ts'

export interface ProgressStep {
  mark: 'done' | 'now' | 'stop'
  text: string
  note: string
}

export interface ProgressView {
  headline: string
  note: string
  call_112: boolean
  /** Number plate of the ambulance to look out for, or empty. */
  plate: string
  open: boolean
  /** False once the ambulance is there: nobody need describe the place any more. */
  findable: boolean
  steps: ProgressStep[]
}

export function describeProgress(progress: AlertProgress, texts: PageTexts, reachable: boolean): ProgressView
