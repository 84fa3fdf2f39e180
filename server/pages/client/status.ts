import type { AddDetailsInput, AlertProgress } from '@tvarit/shared/contracts/scan'
import type { StatusPageData } from '../page-data.ts'
import { quietly, request } from './connection.ts'
import { describeProgress, type ProgressStep, type ProgressView } from './describe-progress.ts'
import { countRoom, landmarkOf } from './landmark.ts'
import { pageData, part } from './page.ts'
import { type Fix, type Place, placeText, tenDigits, watchPlace } from './place.ts'
import { plateText } from './wording.ts'

// Keeps the status page up to date: asks every 3 s, rarely once it is attended, and says "call 112" on its own when the server cannot be reached.

const POLL_MS = 3000
const POLL_HIDDEN_MS = 10000
/** Of an attended alert, and of a link that has ended. */
const POLL_RARELY_MS = 30000
const REQUEST_MS = 8000
const UNREACHABLE_MS = 15000
/** Better fixes keep coming for a while after the press; afterwards the battery matters more. */
const PLACE_MS = 90000

const { path, texts, aid, progress: first } = pageData() as StatusPageData
const form = part('form')

// A press that went as a plain form has arrived: the scan page need not send it again.
quietly(() => {
  const submitted = sessionStorage.getItem('tvarit:submitted')
  if (!submitted) return
  sessionStorage.removeItem('tvarit:submitted')
  localStorage.removeItem(submitted)
})

let progress = first
let heard_at = Date.now()
let failing = false
let ended = false
let poll_timer = 0
/** What the server has already put on the page need not be put there, and read aloud, again. */
let shown = JSON.stringify(describeProgress(progress, texts, true))

function stepElement(step: ProgressStep): HTMLElement {
  const item = document.createElement('li')
  item.className = step.mark
  const text = document.createElement('b')
  text.textContent = step.text
  item.appendChild(text)
  if (step.note) {
    item.appendChild(document.createTextNode(' '))
    item.appendChild(document.createElement('span')).textContent = step.note
  }
  return item
}

/** Touches the page only when something changed: a screen reader reads every change aloud. */
function show() {
  const view = describeProgress(progress, texts, !(failing && Date.now() - heard_at > UNREACHABLE_MS))
  const fingerprint = JSON.stringify(view)
  if (fingerprint === shown) return
  shown = fingerprint
  document.body.dataset.state = view.call_112 ? 'urgent' : view.open ? 'open' : 'closed'
  part('headline').textContent = view.headline
  part('note').textContent = view.note
  part('urgent').hidden = !view.call_112
  part('plate').hidden = !view.plate
  part('plate-number').textContent = plateText(view.plate)
  part('details').hidden = !view.findable
  part('live').hidden = !view.live
  part('steps').textContent = ''
  view.steps.forEach((step) => part('steps').appendChild(stepElement(step)))
}

function pollLater() {
  show()
  clearTimeout(poll_timer)
  // An attended alert is open again when its ambulance does not come. A rejected one never is.
  if (progress.status === 'REJECTED') return
  const rarely = ended || progress.closed_at
  poll_timer = setTimeout(poll, rarely ? POLL_RARELY_MS : document.hidden ? POLL_HIDDEN_MS : POLL_MS)
}

function poll() {
  clearTimeout(poll_timer)
  request<AlertProgress>(path + '/state', null, REQUEST_MS)
    .then((answer) => {
      // 429: one that has ended, too, where many wrong ones are tried.
      ended = answer.status === 404 || answer.status === 429
      if (answer.status !== 200 || !answer.data || !answer.data.received_at) throw new Error('no progress')
      progress = answer.data
      heard_at = Date.now()
      failing = false
      sendPlace()
    })
    .catch(() => {
      failing = true
    })
    .then(pollLater, pollLater)
}

// Where it is: what the scan page learned, then better fixes as they come

let place: Place = progress.has_location ? 'known' : null
let latest: Fix | null = null
let placing = false
const place_key = 'tvarit:place:' + path
let sent_accuracy = Infinity
let stopPlace: (() => void) | null = null

function showPlace(next: Place) {
  place = next
  part('place').textContent = placeText(texts, place)
  part('share').hidden = !!stopPlace || progress.has_location || (typeof place === 'object' && place !== null)
}

/** A fix that did not arrive goes again after the next answer of the server: a phone that lies still has no newer one. */
function sendPlace() {
  const fix = latest
  // A fix that more than halves the radius is worth a request on a thin network; less is not.
  if (!fix || placing || fix.accuracy >= sent_accuracy / 2) return
  placing = true
  request(path + '/details', fix, REQUEST_MS).then(
    ({ status }) => {
      placing = false
      if (status >= 500) return
      sent_accuracy = fix.accuracy
      if (status >= 300) return
      // A page that is loaded again, as for another language, goes on from here.
      quietly(() => sessionStorage.setItem(place_key, JSON.stringify({ accuracy: fix.accuracy })))
      showPlace(fix)
      sendPlace()
    },
    () => {
      placing = false
    },
  )
}

function followPlace() {
  if (stopPlace) stopPlace()
  if (sent_accuracy === Infinity && !progress.has_location) showPlace('asking')
  const stop = watchPlace(
    (fix) => {
      latest = fix
      sendPlace()
    },
    () => {
      if (sent_accuracy === Infinity && !progress.has_location) showPlace('none')
    },
  )
  stopPlace = stop
  part('share').hidden = true
  setTimeout(() => {
    stop()
    if (stopPlace !== stop) return
    stopPlace = null
    showPlace(place === 'asking' ? 'none' : place)
  }, PLACE_MS)
}

// Absent when storage is forbidden: then it is only known whether there is a location, not how good it is.
const learned = quietly(() => JSON.parse(sessionStorage.getItem(place_key) || 'null') as Place, null)
if (learned && typeof learned === 'object') {
  // What was sent with a repeated press may not have been taken.
  if (progress.has_location) sent_accuracy = learned.accuracy
  place = progress.has_location ? learned : 'asking'
} else if (learned) place = learned
showPlace(place)
part('share').addEventListener('click', followPlace)
if (!progress.closed_at) {
  if (place === 'asking') followPlace()
  else if (navigator.permissions && navigator.permissions.query) {
    navigator.permissions.query({ name: 'geolocation' }).then(
      (permission) => {
        if (permission.state === 'granted') followPlace()
      },
      () => {},
    )
  }
}

interface Fields {
  /** Only where no phone number is known. */
  first_respondent_phone?: HTMLInputElement
  landmark: HTMLInputElement
}
const fields = form.elements as HTMLFormControlsCollection & Fields
countRoom(fields.landmark)

function sendDetails(call_me: boolean) {
  const phone_field = fields.first_respondent_phone
  const phone = phone_field ? tenDigits(phone_field.value) : ''
  const landmark = landmarkOf(fields.landmark.value)
  const answerLine = part('answer')
  if (phone === null) answerLine.textContent = texts.phone_short
  if (call_me && !phone && !progress.has_phone) answerLine.textContent = texts.phone_short
  if (phone === null || (!phone && (call_me ? !progress.has_phone : !landmark))) return
  const details: Partial<AddDetailsInput> = {}
  if (phone) details.first_respondent_phone = phone
  if (landmark) details.landmark = landmark
  if (call_me) details.call_me = true
  answerLine.textContent = texts.sending
  request(path + '/details', details, REQUEST_MS).then(
    (answer) => {
      answerLine.textContent =
        answer.status < 300 ? (call_me ? aid.call_me_asked : texts.details_saved) : texts.details_failed
    },
    () => {
      answerLine.textContent = texts.details_failed
    },
  )
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  sendDetails(false)
})
part('call-me').addEventListener('click', (event) => {
  event.preventDefault()
  sendDetails(true)
})

// The photo: made small here, as a phone's is often larger than what the server takes, and the line is thin

const PHOTO_SIDE = 1600
const PHOTO_MS = 60000

/** The file smaller, or as it is where the phone cannot draw it. */
function smaller(file: File): Promise<Blob> {
  return new Promise((resolve) => {
    const asItIs = () => resolve(file)
    const reader = new FileReader()
    reader.addEventListener('error', asItIs)
    reader.addEventListener('load', () => {
      const image = new Image()
      image.addEventListener('error', asItIs)
      image.addEventListener('load', () => {
        const scale = Math.min(1, PHOTO_SIDE / Math.max(image.width, image.height))
        const canvas = document.createElement('canvas')
        canvas.width = image.width * scale
        canvas.height = image.height * scale
        const pen = canvas.getContext('2d')
        if (!pen || !canvas.toBlob) return asItIs()
        pen.drawImage(image, 0, 0, canvas.width, canvas.height)
        canvas.toBlob((blob) => resolve(blob || file), 'image/jpeg', 0.8)
      })
      image.src = reader.result as string
    })
    reader.readAsDataURL(file)
  })
}

part('photo-form').addEventListener('submit', (event) => {
  const file = part('photo-file').files![0]
  if (!file) return
  event.preventDefault()
  const answerLine = part('photo-answer')
  answerLine.textContent = texts.sending
  smaller(file)
    .then((photo) => {
      const body = new FormData()
      body.append('photo', photo, 'photo.jpg')
      return withinTime(
        fetch(path + '/photo', { method: 'POST', headers: { accept: 'application/json' }, body }),
        PHOTO_MS,
      )
    })
    .then((answer) => {
      answerLine.textContent = answer.status < 300 ? aid.photo_sent : aid.photo_failed
      if (answer.status < 300) part('photo-form').reset()
    })
    .catch(() => {
      answerLine.textContent = aid.photo_failed
    })
})

function withinTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  return Promise.race([
    work,
    new Promise<Result>((_, reject) => setTimeout(() => reject(new Error('timeout')), milliseconds)),
  ])
}

// Without this script the form and the reload are a link away; with it both are in place.
part('details').hidden = !(JSON.parse(shown) as ProgressView).findable
part('share').type = 'button'
setInterval(show, 1000)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && progress.status !== 'REJECTED') poll()
})
addEventListener('online', () => poll())
poll()
