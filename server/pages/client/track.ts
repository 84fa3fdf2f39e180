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
/** The first look at this page is reported to the call centre until it answers. */
let unseen = first.confirmed === false

const placeOf = ({ place }: TrackView) => JSON.stringify(place)

function setCall(id: 'call-driver' | 'call-hospital', number: string) {
  part(id).hidden = !number
  if (number) part(id).href = dialled(number)
}

function show() {
  const described = describeTrack(view, texts)
  const silent = described.open && Date.now() - heard_at > UNREACHABLE_MS
  part('live').hidden = !described.open
  part('live').textContent = silent ? fill(texts.unreachable, { time: clockTime(heard_at) }) : texts.updates_itself
  const fingerprint = JSON.stringify(described)
  if (fingerprint === shown) return
  shown = fingerprint
  document.body.dataset.state = described.open ? 'open' : 'closed'
  part('headline').textContent = described.headline
  part('note').textContent = described.note
  part('plate').hidden = !described.plate
  part('plate-number').textContent = plateText(described.plate)
  part('driver').textContent = described.driver
  part('position').textContent = described.position
  part('taken').textContent = described.taken
  part('hospital').textContent = described.hospital
  setCall('call-driver', described.driver_phone)
  setCall('call-hospital', described.hospital_phone)
  const { picture } = described
  showPicture(picture && drawPicture({ ...picture, towns, label: described.position }))
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
