import type { DriverView, TrackView } from '@tvarit/shared/contracts/dispatch'
import type { HandoverPage } from '@tvarit/shared/contracts/handover'
import type { AlertProgress, Language } from '@tvarit/shared/contracts/scan'
import type { DriverTexts, TrackTexts } from './dispatch-texts.ts'
import type { HandoverTexts } from './handover-texts.ts'
import type { ScriptTexts } from './client-texts.ts'

// What each public page hands to its script, as JSON.

export interface ScanPageData {
  token: string
  language: Language
  texts: ScriptTexts<'scan'>
}

export interface StatusPageData {
  path: string
  progress: AlertProgress
  texts: ScriptTexts<'status'>
}

export interface DriverPageData {
  path: string
  api: string
  /** The states in the order they are gone through. */
  order: readonly string[]
  view: DriverView
  texts: DriverTexts
}

export interface TrackPageData {
  api: string
  view: TrackView
  texts: TrackTexts
}

export interface HandoverPageData {
  api: string
  page: HandoverPage
  texts: HandoverTexts
}
