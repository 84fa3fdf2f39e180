import type { DriverTexts } from '@tvarit/shared/texts/public-texts'
import type { DriverPositionInput, DriverStepInput, DriverView } from '@tvarit/shared/contracts/dispatch'
import { dialled } from '@tvarit/shared/contracts/phone-numbers'
import type { DriverPageData } from '../page-data.ts'
import { type Answer, keep, quietly, recall, request } from './connection.ts'
import { metresBetween } from './metres-between.ts'
import { navigation } from './navigation.ts'
import { drawPicture } from './picture.ts'
import { pictureOf } from './picture-of-drive.ts'
import { showPicture } from './show-picture.ts'
import { offeredSteps } from './offered-steps.ts'
import { pageData, part } from './page.ts'
import { type Fix, watchPlace } from './place.ts'
import { fill } from './wording.ts'

// The driver's page: presses are kept until the server has them, in order; the position is shared while it is open.

const REQUEST_MS = 8000
const RETRY_MS = 4000
const POLL_MS = 5000
const POSITION_MS = 5000
/** A phone that stands still sends its position once in a while, so that it stays fresh. */
const STANDING_MS = 30000
const MOVED_METRES = 15
/** How old a fix may be. */
const FRESH_MS = 2000
const UNREACHABLE_MS = 30000
/** A second tap so soon after a step is no step. */
const LOCK_MS = 1000
const TAKE_BACK_MS = 8000

const { path, api, order, texts, towns, view: first } = pageData() as DriverPageData
const key = 'tvarit:drive:' + path

type Step = DriverStepInput['step']

/** The server's last answer, and the presses it does not have yet. */
let view = first
let waiting = (recall(key) || []) as { step: Step; at: number }[]
let heard_at = Date.now()
let rejected = false
/** The call centre has set another place since the page was first opened; said until the next press. */
let moved = quietly(() => sessionStorage.getItem(key) === 'moved', false)
quietly(() => sessionStorage.removeItem(key))
let over: '' | 'DONE' | 'DECLINED' = ''
let sending = false
/** No step before this moment, a second after the last press. */
let locked_until = 0
/** When the server had the last press. */
let answered_at = 0
/** Until when the last step can be taken back. */
let back_until = Date.now() + first.take_back_ms
/** Said until the next press: the last step was taken too long ago. */
let too_late = false
let stopPlace: (() => void) | null = null
let timer = 0

/** The state for the driver: with the presses that are still to be sent. */
function stateNow(): Step | DriverView['state'] {
  if (over) return over
  const last = waiting[waiting.length - 1]
  return last ? last.step : view.state
}

function stepsNow(): Step[] {
  if (over || stateNow() === 'DONE' || stateNow() === 'DECLINED') return []
  const at = order.indexOf(stateNow())
  return offeredSteps(view.next.filter((step) => step === 'DECLINED' || order.indexOf(step) > at))
}

const isLocked = () => Date.now() < locked_until

function lock() {
  locked_until = Date.now() + LOCK_MS
  setTimeout(show, LOCK_MS)
}

function stepButton(step: Step, index: number): HTMLElement {
  const button = document.createElement('button')
  const main = index === 0 && step !== 'DECLINED'
  button.className = main ? 'press go' : 'plain'
  button.name = 'step'
  button.value = step
  button.disabled = isLocked()
  const label = main ? document.createElement('b') : button
  label.textContent = texts[`step_${step}`]
  if (main) button.appendChild(label)
  return button
}

let drawn: Fix | null | undefined
function showWay() {
  if (!part('map') || drawn === latest) return
  drawn = latest
  showPicture(drawPicture(pictureOf(view, latest, towns, texts.place)))
}

let shown = ''
function show() {
  const state = stateNow()
  const steps = stepsNow()
  const silent = Date.now() - heard_at
  const trouble = over
    ? ''
    : waiting.length && !sending
      ? texts.kept
      : too_late
        ? texts.take_back_late
        : rejected
          ? texts.rejected
          : silent > UNREACHABLE_MS
            ? fill(texts.unreachable, { n: Math.round(silent / 1000) })
            : moved
              ? texts.moved
              : ''
  part('trouble').textContent = trouble
  part('trouble').hidden = !trouble
  showWay()
  if (part('photo') && view.photo) part('photo').href = view.photo
  part('take-back').hidden = Boolean(over) || Date.now() > back_until
  part('take-back').disabled = sending || isLocked()
  const fingerprint = state + isLocked() + steps.join() + JSON.stringify(view.hospital) + view.people + !view.photo
  if (fingerprint === shown) return
  shown = fingerprint
  document.body.dataset.state = steps.length ? 'open' : 'closed'
  part('headline').textContent = texts[`head_${state}` as keyof DriverTexts]
  part('note').textContent = state === 'ASSIGNED' ? texts.note_ASSIGNED : steps.length ? '' : texts.note_over
  if (part('drive')) {
    showHospital(view.hospital)
    part('photo').hidden = !view.photo
    part('people').textContent = view.people > 1 ? fill(texts.people, { n: view.people }) : ''
  }
  drawn = undefined
  showWay()
  part('form').textContent = ''
  steps.forEach((step, index) => part('form').appendChild(stepButton(step, index)))
}

/** Where to, as soon as the call centre has notified a hospital; the new one when that changes. */
function showHospital(hospital: DriverView['hospital']) {
  part('hospital').hidden = !hospital
  if (!hospital) return
  part('hospital-name').textContent = hospital.name
  part('hospital-way').href = navigation(hospital)
  part('hospital-call').href = dialled(hospital.phone)
}

function end(state: 'DONE' | 'DECLINED') {
  over = state
  waiting = []
  keep(key, null)
  clearTimeout(timer)
  if (stopPlace) stopPlace()
  part('sharing').hidden = true
  part('take-back').hidden = true
  // Removes person and place: a phone that is put away with the page open must not show them.
  if (part('drive')) part('drive').remove()
  show()
}

/** What only the server puts on the page. */
const facts = (of: DriverView) =>
  [of.alert_id, of.latitude, of.longitude, of.landmark, of.first_name, of.bystander_phone].join()

function take(answer: Answer<DriverView>): boolean {
  if (answer.status === 404) {
    // The link has ended: as far as the server knew, before the arrival because another ambulance goes, later as all is done.
    end(order.indexOf(view.state) < order.indexOf('AT_SCENE') ? 'DECLINED' : 'DONE')
    return false
  }
  // 429 is for links that have ended, where many wrong ones are tried: the 404 comes within a minute. One from a proxy
  // between must not take the place away.
  if (answer.status >= 500 || answer.status === 429) throw new Error('no answer')
  heard_at = Date.now()
  if (answer.data && answer.data.state) view = answer.data
  if (facts(view) !== facts(first) && !waiting.length) {
    const elsewhere = view.latitude !== first.latitude || view.longitude !== first.longitude
    if (elsewhere) quietly(() => sessionStorage.setItem(key, 'moved'))
    location.reload()
  }
  return answer.status < 400
}

/** Sends the oldest press, then the next; without an answer again in a few seconds. */
function send() {
  if (over || sending) return
  clearTimeout(timer)
  const press = waiting[0]
  if (!press) {
    timer = setTimeout(poll, POLL_MS)
    show()
    return
  }
  const age = Math.max(0, Date.now() - press.at)
  // A late answer brings two steps close together at the server, which takes a fresh one for a second tap.
  if (age < LOCK_MS && Date.now() - answered_at < LOCK_MS) {
    timer = setTimeout(send, LOCK_MS - age)
    return
  }
  sending = true
  const pressed_ms_ago = Math.min(age, 6 * 3600000)
  const body: DriverStepInput = { step: press.step, pressed_ms_ago }
  request<DriverView>(api + '/steps/', body, REQUEST_MS)
    .then((answer) => {
      const taken = take(answer)
      sending = false
      answered_at = Date.now()
      if (over) return
      rejected = !taken
      waiting.shift()
      keep(key, waiting.length ? waiting : null)
      if (rejected) poll()
      else if (press.step === 'DONE' || press.step === 'DECLINED') end(press.step)
      else send()
    })
    .catch(() => {
      sending = false
      timer = setTimeout(send, RETRY_MS)
      show()
    })
}

function poll() {
  clearTimeout(timer)
  if (over) return
  if (waiting.length) return send()
  request<DriverView>(api + '/', null, REQUEST_MS)
    .then(take)
    .then(pollLater, pollLater)
}

function pollLater() {
  show()
  clearTimeout(timer)
  if (!over) timer = setTimeout(poll, POLL_MS)
}

/** The button that was clicked: iOS before 15.4 neither names it in the event nor gives it the focus. */
let clicked: HTMLButtonElement | null = null
part('form').addEventListener('click', (event) => {
  clicked = (event.target as Element).closest('button')
})

part('form').addEventListener('submit', (event) => {
  const button = (event.submitter || clicked || document.activeElement) as HTMLButtonElement | null
  // What cannot be read here is left to the form.
  if (!button || button.name !== 'step') return
  event.preventDefault()
  if (isLocked()) return
  rejected = moved = too_late = false
  back_until = Date.now() + TAKE_BACK_MS
  lock()
  waiting.push({ step: button.value as Step, at: Date.now() })
  keep(key, waiting)
  show()
  if (!sending) send()
})

part('take-back').addEventListener('click', (event) => {
  event.preventDefault()
  if (sending || isLocked()) return
  back_until = 0
  lock()
  // What the server does not have yet is taken back here.
  if (waiting.pop()) {
    keep(key, waiting.length ? waiting : null)
    return show()
  }
  sending = true
  show()
  const done = () => {
    sending = false
    answered_at = Date.now()
    send()
  }
  request<DriverView>(api + '/steps/take-back/', {}, REQUEST_MS)
    .then(
      (answer) => {
        too_late = !take(answer)
      },
      () => {
        back_until = Date.now() + TAKE_BACK_MS
      },
    )
    .then(done, done)
})

// Where the ambulance is

interface TimedFix extends Fix {
  at: number
}

let sent: TimedFix | null = null
let sent_at = 0
let latest: TimedFix | null = null

/** A phone that stands still may send its place only once: what comes too early is sent a moment later. */
function sendPosition() {
  if (over || !latest || latest === sent) return
  const age = Date.now() - sent_at
  if (age < POSITION_MS || (sent && age < STANDING_MS && metresBetween(sent, latest) < MOVED_METRES)) return
  const fix = latest
  sent = fix
  sent_at = Date.now()
  const { latitude, longitude, accuracy } = fix
  const fixed_ms_ago = Math.min(Math.max(0, Date.now() - fix.at), 3600000)
  const body: DriverPositionInput = { latitude, longitude, accuracy, fixed_ms_ago }
  request<DriverView>(api + '/position/', body, REQUEST_MS)
    .then(take)
    .then(null, () => {
      if (sent === fix) sent = null
    })
}

function noteFix(fix: Fix) {
  latest = { latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.accuracy, at: Date.now() }
  part('shared').textContent = texts.sharing
  part('share').hidden = true
  sendPosition()
}

function follow() {
  if (stopPlace) stopPlace()
  stopPlace = watchPlace(
    noteFix,
    () => {
      if (latest) return
      part('shared').textContent = texts.not_sharing
      part('share').hidden = false
    },
    FRESH_MS,
  )
}

part('share').addEventListener('click', follow)
part('sharing').hidden = false
if (!stepsNow().length && !waiting.length) end(view.state === 'DONE' ? 'DONE' : 'DECLINED')
else {
  follow()
  setInterval(() => {
    show()
    sendPosition()
  }, 1000)
  addEventListener('online', poll)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) poll()
  })
  show()
  poll()
}
