import type { Language } from '@tvarit/shared/contracts/languages'
import { bn } from './bn.ts'
import { en } from './en.ts'
import { gu } from './gu.ts'
import { hi } from './hi.ts'
import { kn } from './kn.ts'
import { ml } from './ml.ts'
import { mr } from './mr.ts'
import { or } from './or.ts'
import { pa } from './pa.ts'
import { ta } from './ta.ts'
import { te } from './te.ts'

export type TopicName = 'bleeding' | 'no_breath' | 'unconscious' | 'neck' | 'burns'

export interface Topic {
  /** What the bystander sees. */
  title: string
  /** What to do, in order. */
  steps: readonly string[]
}

/** First aid for a bystander without training, and the ways to be called and to send a photo, in one language. */
export interface FirstAidTexts extends Record<TopicName, Topic> {
  title: string
  sources: string
  call_me: string
  call_me_asked: string
  photo: string
  photo_consent: string
  photo_sent: string
  photo_failed: string
}

export const FIRST_AID: Record<Language, FirstAidTexts> = { en, hi, bn, te, mr, ta, gu, kn, ml, pa, or }
