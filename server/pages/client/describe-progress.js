import { clockTime, fill } from './wording.js'

const AMBULANCE_TEXT = {
  ASSIGNED: 'ambulance_assigned',
  ACCEPTED: 'ambulance_accepted',
  EN_ROUTE: 'ambulance_on_way',
  AT_SCENE: 'ambulance_arrived',
  TRANSPORTING: 'ambulance_to_hospital',
  AT_HOSPITAL: 'ambulance_at_hospital',
  CANCELLED: 'ambulance_cancelled',
}

/** States in which somebody still waits for the ambulance. */
const COMING = ['ASSIGNED', 'ACCEPTED', 'EN_ROUTE']

/**
 * The latest word on the ambulance, and the arrival as a step of its own once it is behind.
 * An unknown state claims no more than the order to come.
 */
function describeAmbulance(ambulance, texts) {
  const text =
    texts[AMBULANCE_TEXT[ambulance.state] || (ambulance.arrived_at ? 'ambulance_arrived' : 'ambulance_assigned')]
  const arrived = ambulance.arrived_at
    ? [{ mark: 'done', text: texts.ambulance_arrived, note: clockTime(ambulance.arrived_at) }]
    : []
  if (ambulance.state === 'CANCELLED') return { text, note: texts.still_112, steps: [{ mark: 'stop', text, note: '' }] }
  if (COMING.indexOf(ambulance.state) < 0 || ambulance.arrived_at) {
    const later = text === texts.ambulance_arrived && arrived.length ? [] : [{ mark: 'done', text, note: '' }]
    return { text, note: '', steps: arrived.concat(later) }
  }
  const minutes = ambulance.eta_minutes
  const note = minutes === null ? texts.eta_unknown : fill(texts.eta, { n: Math.max(1, Math.round(minutes)) })
  return { text, note, steps: [{ mark: 'now', text, note: '' }] }
}

function screensText(count, texts) {
  if (count < 1) return texts.screens_none
  return count === 1 ? texts.screens_one : fill(texts.screens_many, { n: count })
}

function describeClosing(progress, texts) {
  const refused = progress.status === 'REJECTED'
  const text = refused ? texts.closed_without_help : texts.closed_at
  return { mark: refused ? 'stop' : 'done', text: fill(text, { time: clockTime(progress.closed_at) }), note: '' }
}

/**
 * The truth in words: a headline with the newest fact, one line below it, whether 112 has to be called instead of
 * waiting, and what happened so far. The only place that decides what a bystander is told.
 * @param {import('@tvarit/shared/contracts/scan').AlertProgress} progress
 * @param {import('../page-texts.ts').PageTexts} texts
 * @param {boolean} reachable false when the page has not heard from us for too long
 */
export function describeProgress(progress, texts, reachable) {
  const open = !progress.closed_at
  const seen = progress.seen_by && progress.seen_at
  const steps = [
    {
      mark: 'done',
      text: fill(texts.received_at, { time: clockTime(progress.received_at) }),
      note: '',
    },
  ]
  let news = { text: texts.received, note: screensText(progress.consoles_online, texts) }
  if (seen) {
    const handling = fill(texts.handling, { name: progress.seen_by })
    news = { text: handling, note: '' }
    steps.push({
      mark: 'done',
      text: fill(texts.seen_by, { name: progress.seen_by, time: clockTime(progress.seen_at) }),
      note: open && progress.ambulance ? handling : '',
    })
  } else if (open) steps.push({ mark: 'now', text: texts.waiting, note: '' })
  if (progress.ambulance) {
    news = describeAmbulance(progress.ambulance, texts)
    steps.push(...news.steps)
  }
  if (!open) {
    news = { text: texts.closed, note: texts.still_112 }
    steps.push(describeClosing(progress, texts))
  }
  let call_112 = open && progress.call_112_now
  if (call_112) {
    news = { text: texts.call_112_now, note: progress.consoles_online < 1 ? texts.screens_none : texts.unclaimed }
  }
  if (!reachable) {
    call_112 = true
    news = { text: texts.call_112_now, note: texts.unreachable }
  }
  return {
    headline: news.text,
    note: news.note,
    call_112,
    plate:
      open && progress.ambulance && progress.ambulance.state !== 'CANCELLED' ? progress.ambulance.vehicle_number : '',
    open,
    findable: open && !(progress.ambulance && progress.ambulance.arrived_at),
    steps,
  }
}
