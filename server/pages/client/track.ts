import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import { dialled } from '@tvarit/shared/contracts/phone-numbers'
import type { TrackPageData } from '../page-data.ts'
import { request } from './connection.ts'
import { describeTrack } from './describe-track.ts'
import { pageData, part } from './page.ts'
import { drawPicture } from './picture.ts'
import { showPicture } from './show-picture.ts'
import { clockTime, fill, plateText } from './wording.ts'

// The relatives' page: asks every 5 s and draws the ambulance on its way to the place, then to the hospital.

const POLL_MS = 5000
const POLL_HIDDEN_MS = 30000
const REQUEST_MS = 8000
const UNREACHABLE_MS = 20000

const { path, api, texts, towns, view: first } = pageData() as TrackPageData
let view = first
let heard_at = Date.now()
let timer = 0
let shown = ''
/** The first look at this page is told to the call centre, until it has heard. */
let unseen = first.confirmed === false

const placeOf = ({ place }: TrackView) => JSON.stringify(place)

function setCall(id: 'call-driver' | 'call-hospital', number: string) {
  part(id).hidden = !number
  if (number) part(id).href = dialled(number)
}

function show() {
  const told = describeTrack(view, texts)
  const silent = told.open && Date.now() - heard_at > UNREACHABLE_MS
  part('live').hidden = !told.open
  part('live').textContent = silent ? fill(texts.unreachable, { time: clockTime(heard_at) }) : texts.updates_itself
  const fingerprint = JSON.stringify(told)
  if (fingerprint === shown) return
  shown = fingerprint
  document.body.dataset.state = told.open ? 'open' : 'closed'
  part('headline').textContent = told.headline
  part('note').textContent = told.note
  part('plate').hidden = !told.plate
  part('plate-number').textContent = plateText(told.plate)
  part('driver').textContent = told.driver
  part('position').textContent = told.position
  part('taken').textContent = told.taken
  part('hospital').textContent = told.hospital
  setCall('call-driver', told.driver_phone)
  setCall('call-hospital', told.hospital_phone)
  const { picture } = told
  showPicture(picture && drawPicture({ ...picture, towns, label: told.position }))
}

function confirm() {
  if (!unseen) return
  request(path, {}, REQUEST_MS).then(
    ({ status }) => {
      if (status !== 200) return
      unseen = false
      part('confirm').hidden = true
      part('confirmed').hidden = false
    },
    () => {},
  )
}

function poll() {
  clearTimeout(timer)
  confirm()
  request<TrackView>(api, null, REQUEST_MS)
    .then((answer) => {
      if (answer.status === 404) return location.reload()
      if (answer.status !== 200 || !answer.data || !answer.data.raised_at) throw new Error('no view')
      view = answer.data
      heard_at = Date.now()
      // The words of another place come from the server.
      if (placeOf(view) !== placeOf(first)) location.reload()
    })
    .then(pollLater, pollLater)
}

function pollLater() {
  show()
  clearTimeout(timer)
  if (describeTrack(view, texts).open) timer = setTimeout(poll, document.hidden ? POLL_HIDDEN_MS : POLL_MS)
}

show()
setInterval(show, 1000)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) poll()
})
addEventListener('online', poll)
poll()
