import type { RaiseAlertInput, RaiseAlertOutput } from '@tvarit/shared/contracts/scan'
import type { ScanPageData } from '../page-data.ts'
import { keep, quietly, randomId, recall, request } from './connection.ts'
import { countRoom, landmarkOf } from './landmark.ts'
import { pageData, part } from './page.ts'
import { type Fix, placeText, tenDigits, watchPlace } from './place.ts'
import { clockTime, fill } from './wording.ts'

// One press of the button: kept before it is sent, sent until it arrives, under one scan_id all along. Without this
// script, or where no request of it gets through though the server can be reached, the plain form does the same.

const KEEP_PRESS_MS = 6 * 3600000
const WEEK_MS = 7 * 24 * 3600000
const REQUEST_MS = 8000
const PROBE_MS = 4000
/** The alert never waits longer than this for a location; what comes later is sent after it. */
const PLACE_BEFORE_MS = 1500
/** How long the page stays for a location (and for the answer to "allow?") once the alert is safe with us. */
const PLACE_AFTER_MS = 5000

const { token, language, texts } = pageData() as ScanPageData
const form = part('form')
const fields = form.elements as HTMLFormControlsCollection &
  Record<'scan_id' | 'first_respondent_phone' | 'landmark', HTMLInputElement>
const kept_key = 'tvarit:press:' + token

interface Press {
  scan_id: string
  pressed_at: number
  phone: string
  landmark: string
  /** Sent without its details from now on. */
  bare: boolean
}

/** The press under way; null before it and after it. */
let press: Press | null = null
/** By the page's own clock; 0 for a press that an earlier page left. */
let begun = 0
let sending = false
let failures = 0
let retry_timer = 0
/** Newest fix, the one the server has, and whether an answer about the place is still open. */
let fix: Fix | null = null
let fix_sent: Fix | null = null
let place_open = false
let onPlace = () => {}

function say(headline: string, note: string, state: 'sending' | 'sent' | 'waiting' | 'failed' | 'expired') {
  document.body.dataset.state = state
  if (part('headline').textContent !== headline) part('headline').textContent = headline
  if (part('note').textContent !== note) part('note').textContent = note
  part('urgent').hidden = state !== 'waiting' && state !== 'failed'
  const busy = state === 'sending' || state === 'sent'
  part('press').setAttribute('aria-disabled', String(busy))
  part('label').textContent = busy ? texts.sending : state === 'waiting' ? texts.try_now : texts.button
  part('hint').textContent = busy ? '' : state === 'waiting' ? texts.keep_open : texts.button_hint
}

/** Reads the fields again for each try: what is typed while waiting for the network goes along. */
function readFields(press: Press) {
  press.phone = fields.first_respondent_phone.value
  press.landmark = fields.landmark.value
  keep(kept_key, press)
}

function deviceId(): string {
  const known = recall('tvarit:device')
  const id = typeof known === 'string' && /^[\da-f-]{36}$/.test(known) ? known : randomId()
  keep('tvarit:device', id)
  return id
}

function alertBody(press: Press): Partial<RaiseAlertInput> {
  const pressed_ms_ago = Math.round(ageOf(press))
  const body: Partial<RaiseAlertInput> = { scan_id: press.scan_id, language, pressed_ms_ago }
  // After an error only what cannot be wrong is sent: a bad detail must never cost the alert.
  if (press.bare) return body
  const phone = tenDigits(press.phone)
  if (phone) body.first_respondent_phone = phone
  const landmark = landmarkOf(press.landmark)
  if (landmark) body.landmark = landmark
  body.device_id = deviceId()
  return fix ? Object.assign(body, fix) : body
}

/**
 * By the phone's clock, unless that was put right since the press: a press cannot be younger than this page has been
 * awake with it, and no page sleeps for a week.
 */
function ageOf(press: Press): number {
  const by_clock = Date.now() - press.pressed_at
  const awake = begun ? performance.now() - begun : Math.max(0, by_clock)
  return by_clock < awake || by_clock > awake + WEEK_MS ? awake : by_clock
}

function dropExpired(): boolean {
  if (!press || ageOf(press) < KEEP_PRESS_MS) return false
  say(fill(texts.never_sent, { time: clockTime(press.pressed_at) }), texts.press_again, 'expired')
  press = null
  keep(kept_key, null)
  // The dropped press must not come back to life under its old name.
  fields.scan_id.value = randomId()
  return true
}

/** Only while a press is under way. */
function waitAndRetry(reason: string) {
  failures += 1
  const when = fill(texts.pressed_at, { time: clockTime(press!.pressed_at) })
  say(texts.not_sent, reason + ' ' + when, 'waiting')
  clearTimeout(retry_timer)
  retry_timer = setTimeout(attempt, Math.min(15000, 1000 * 2 ** (failures - 1)))
}

/** The plain form under the same scan_id. The kept press is dropped by the page that follows: only then it has arrived. */
function submitForm() {
  if (press) fields.scan_id.value = press.scan_id
  quietly(() => sessionStorage.setItem('tvarit:submitted', kept_key))
  form.submit()
}

/**
 * After a rejected request. When the server answers something else, this browser is what rejects, and the form is sent.
 * Without a network, or with a slow one, the form would only lose the page.
 */
function afterRejection(error: Error) {
  const later = () => {
    sending = false
    waitAndRetry(navigator.onLine ? texts.no_answer : texts.no_network)
  }
  if (!navigator.onLine || error.message === 'timeout') return later()
  request('/healthz', null, PROBE_MS).then(submitForm, later)
}

/** To the status page, at once or when the location has come (or not). */
function arrive(typed_phone: string, status_url: string) {
  keep(kept_key, null)
  const path = new URL(status_url, location.href).pathname
  const bad_phone = tenDigits(typed_phone) === null ? '&problem=phone' : ''
  press = null
  let gone = false
  const go = () => {
    if (gone) return
    gone = true
    // One that did not arrive is sent again from there.
    const place = fix_sent ? { accuracy: fix_sent.accuracy } : fix || place_open ? 'asking' : 'none'
    quietly(() => sessionStorage.setItem('tvarit:place:' + path, JSON.stringify(place)))
    location.replace(path + '?lang=' + language + bad_phone)
  }
  const finish = () => {
    if (!fix || fix === fix_sent) {
      go()
      return
    }
    const found = fix
    request(path + '/details', found, 3000).then((answer) => {
      if (answer.status < 300) fix_sent = found
      go()
    }, go)
  }
  if (!place_open || fix) return finish()
  say(texts.received, texts.waiting_place, 'sent')
  part('label').textContent = texts.received
  onPlace = finish
  setTimeout(go, PLACE_AFTER_MS)
}

function attempt() {
  if (!press || sending || dropExpired()) return
  clearTimeout(retry_timer)
  sending = true
  const tried = press
  readFields(tried)
  if (failures === 0) say(texts.keep_open, texts.sending, 'sending')
  else part('label').textContent = texts.sending
  const tried_fix = tried.bare ? null : fix
  const path = '/api/scan/' + token + '/alerts/'
  request<RaiseAlertOutput>(path, alertBody(tried), REQUEST_MS).then((answer) => {
    sending = false
    if (answer.status < 300 && answer.data && answer.data.status_url) {
      fix_sent = tried_fix
      return arrive(tried.phone, answer.data.status_url)
    }
    if (answer.status === 400 && !tried.bare) {
      tried.bare = true
      return attempt()
    }
    if (answer.status === 400 || answer.status === 404) {
      say(texts.failed, texts.failed_hint, 'failed')
      press = null
      return keep(kept_key, null)
    }
    return waitAndRetry(texts.no_answer)
  }, afterRejection)
}

/** Starts asking for the place; calls back once, with the first answer of either kind or when the time is up. */
function askPlace(milliseconds: number, then: () => void) {
  place_open = true
  let called = false
  const once = () => {
    if (called) return
    called = true
    then()
  }
  setTimeout(once, milliseconds)
  watchPlace(
    (found) => {
      fix = found
      place_open = false
      part('place').textContent = placeText(texts, found)
      once()
      onPlace()
    },
    () => {
      place_open = false
      if (!fix) part('place').textContent = texts.place_none
      once()
      onPlace()
    },
  )
}

function begin() {
  failures = 0
  begun = performance.now()
  press = { scan_id: fields.scan_id.value, pressed_at: Date.now(), phone: '', landmark: '', bare: false }
  readFields(press)
  say(texts.keep_open, texts.sending, 'sending')
  askPlace(PLACE_BEFORE_MS, attempt)
}

form.addEventListener('submit', (event) => {
  if (typeof fetch !== 'function') return
  event.preventDefault()
  if (document.body.dataset.state === 'sending' || document.body.dataset.state === 'sent') return
  // Whatever this browser lacks: the plain form needs none of it, and carries the same scan_id.
  if (quietly(press ? attempt : begin, 'failed')) submitForm()
})

const retryNow = () => {
  if (failures && !document.hidden) attempt()
}
addEventListener('online', retryNow)
/** A person who leaves before the first try would take the press with them. */
const sendNow = () => {
  if (press && !failures) attempt()
}
addEventListener('pagehide', sendNow)
document.addEventListener('visibilitychange', () => (document.hidden ? sendNow() : retryNow()))
form.addEventListener('input', () => {
  if (press) readFields(press)
})

// A press that went as a plain form from here and met no page of its own has not arrived.
quietly(() => sessionStorage.removeItem('tvarit:submitted'))
const left_over = recall(kept_key) as Press | null | undefined
if (left_over && left_over.scan_id && left_over.pressed_at) {
  press = left_over
  if (!dropExpired()) {
    fields.first_respondent_phone.value = press.phone || ''
    fields.landmark.value = press.landmark || ''
    failures = 1
    say(texts.not_sent, fill(texts.pressed_at, { time: clockTime(press.pressed_at) }), 'waiting')
    askPlace(0, attempt)
  }
}
countRoom(fields.landmark)
