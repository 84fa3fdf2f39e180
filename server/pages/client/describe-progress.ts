import type { AlertProgress } from '@tvarit/shared/contracts/scan'
import type { ScriptTexts } from '../pick-texts.ts'
import { arrivalText, COMING, clockTime, fill } from './wording.ts'

type Texts = ScriptTexts<'status'>
type Ambulance = NonNullable<AlertProgress['ambulance']>

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
  /** The page follows the alert at this moment. */
  live: boolean
  /** False once the ambulance is there: the place need not be described any more. */
  findable: boolean
  steps: ProgressStep[]
}

const AMBULANCE_TEXT: Record<string, keyof Texts> = {
  ASSIGNED: 'ambulance_assigned',
  ACCEPTED: 'ambulance_accepted',
  EN_ROUTE: 'ambulance_on_way',
  AT_SCENE: 'ambulance_arrived',
  TRANSPORTING: 'ambulance_to_hospital',
  AT_HOSPITAL: 'ambulance_at_hospital',
}

/**
 * The latest word on the ambulance, and the arrival as a step of its own once it is behind.
 * An unknown state claims no more than the order to come.
 */
function describeAmbulance(ambulance: Ambulance, texts: Texts): { text: string; note: string; steps: ProgressStep[] } {
  const text =
    texts[AMBULANCE_TEXT[ambulance.state] || (ambulance.arrived_at ? 'ambulance_arrived' : 'ambulance_assigned')]
  const arrived: ProgressStep[] = ambulance.arrived_at
    ? [{ mark: 'done', text: texts.ambulance_arrived, note: clockTime(ambulance.arrived_at) }]
    : []
  if (COMING.indexOf(ambulance.state) < 0 || ambulance.arrived_at) {
    if (text !== texts.ambulance_arrived || !arrived.length) arrived.push({ mark: 'done', text, note: '' })
    return { text, note: '', steps: arrived }
  }
  if (ambulance.unseen)
    return {
      text: texts.ambulance_unseen,
      note: texts.calling_driver,
      steps: [{ mark: 'now', text: texts.ambulance_unseen, note: '' }],
    }
  const minutes = ambulance.eta_minutes
  const note = minutes === null ? texts.eta_unknown : arrivalText(minutes, texts.eta, texts.eta_hours)
  return { text, note, steps: [{ mark: 'now', text, note: '' }] }
}

function screensText(count: number, texts: Texts): string {
  if (count < 1) return texts.screens_none
  return count === 1 ? texts.screens_one : fill(texts.screens_many, { n: count })
}

function describeClosing(status: AlertProgress['status'], closed_at: string, texts: Texts): ProgressStep {
  const rejected = status === 'REJECTED'
  const text = rejected ? texts.closed_without_help : texts.closed_at
  return { mark: rejected ? 'stop' : 'done', text: fill(text, { time: clockTime(closed_at) }), note: '' }
}

/**
 * What a bystander reads about the alert: a headline with the newest fact, one line below it, whether to call 112
 * instead of waiting, and what happened so far. The only place that decides it. `reachable` is false when the page has
 * not heard from the server for too long.
 */
export function describeProgress(progress: AlertProgress, texts: Texts, reachable: boolean): ProgressView {
  const open = !progress.closed_at
  const steps: ProgressStep[] = [
    {
      mark: 'done',
      text: fill(texts.received_at, { time: clockTime(progress.received_at) }),
      note: '',
    },
  ]
  let news = { text: texts.received, note: screensText(progress.consoles_online, texts) }
  if (progress.seen_by && progress.seen_at) {
    const handling = fill(texts.handling, { name: progress.seen_by })
    news = { text: handling, note: '' }
    steps.push({
      mark: 'done',
      text: fill(texts.seen_by, { name: progress.seen_by, time: clockTime(progress.seen_at) }),
      note: open && progress.ambulance ? handling : '',
    })
  } else if (open) steps.push({ mark: 'now', text: texts.waiting, note: '' })
  if (progress.ambulance) {
    const ambulance = describeAmbulance(progress.ambulance, texts)
    news = ambulance
    steps.push(...ambulance.steps)
  }
  if (progress.closed_at) {
    news = { text: texts.closed, note: texts.still_112 }
    steps.push(describeClosing(progress.status, progress.closed_at, texts))
  }
  let call_112 = open && progress.call_112_now
  if (call_112) {
    news = { text: texts.call_112_now, note: progress.consoles_online < 1 ? texts.screens_none : texts.unclaimed }
  }
  if (open && !reachable) {
    call_112 = true
    news = { text: texts.call_112_now, note: texts.unreachable }
  }
  return {
    headline: news.text,
    note: news.note,
    call_112,
    plate: open && progress.ambulance ? progress.ambulance.vehicle_number : '',
    open,
    live: open && reachable,
    findable: open && !(progress.ambulance && progress.ambulance.arrived_at),
    steps,
  }
}
