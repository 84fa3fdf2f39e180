import type { FirstAidTexts, DriverTexts, TrackTexts, HandoverTexts } from '@tvarit/shared/texts/public-texts'
import type { DriverView, TrackView } from '@tvarit/shared/contracts/dispatch'
import type { HandoverPage } from '@tvarit/shared/contracts/handover'
import type { AlertProgress, Language } from '@tvarit/shared/contracts/scan'
import type { ScriptTexts } from './pick-texts.ts'
import type { Town } from './client/picture.ts'

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
  aid: Pick<FirstAidTexts, 'call_me_asked' | 'photo_sent' | 'photo_failed'>
}

export interface DriverPageData {
  path: string
  api: string
  /** The states in the order they are gone through. */
  order: readonly string[]
  view: DriverView
  texts: DriverTexts
  towns: readonly Town[]
}

export interface TrackPageData {
  path: string
  api: string
  view: TrackView
  texts: TrackTexts
  towns: readonly Town[]
}

export interface HandoverPageData {
  api: string
  page: HandoverPage
  texts: HandoverTexts
}
