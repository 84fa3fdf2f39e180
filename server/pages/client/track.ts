import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import type { TrackPageData } from '../page-data.ts'
import { request } from './connection.ts'
import { describeTrack, type TrackDescription } from './describe-track.ts'
import type { Point } from './geometry.ts'
import { pageData, part } from './page.ts'
import { clockTime, fill, plateText } from './wording.ts'

// The relatives' page: asks every 5 s and draws the ambulance on its way to the place, then to the hospital.

const POLL_MS = 5000
const POLL_HIDDEN_MS = 30000
const REQUEST_MS = 8000
const UNREACHABLE_MS = 20000

const { api, texts, view: first } = pageData() as TrackPageData
let view = first
let heard_at = Date.now()
let timer = 0
let shown = ''

const SVG = 'http://www.w3.org/2000/svg'
function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const key in attributes) element.setAttribute(key, String(attributes[key]))
  return element
}

/** The two points in their true direction and proportion, north up. Needs no tiles and no other server. */
function drawMap(points: TrackDescription['points'], label: string) {
  const map = part('map')
  map.hidden = !points
  map.textContent = ''
  if (!points) return
  const [width, height, edge] = [320, 180, 36] as const
  const rad = Math.PI / 180
  const east = (point: Point) => point.longitude * Math.cos(points.place.latitude * rad)
  const dx = east(points.car) - east(points.place)
  const dy = points.car.latitude - points.place.latitude
  const span = Math.max(Math.abs(dx) / (width - 2 * edge), Math.abs(dy) / (height - 2 * edge), 1e-9)
  const middle = { x: width / 2, y: height / 2 }
  const place = { x: middle.x - dx / span / 2, y: middle.y + dy / span / 2 }
  const car = { x: middle.x + dx / span / 2, y: middle.y - dy / span / 2 }
  const svg = shape('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': label })
  const chevrons = 'M' + (car.x - 4) + ' ' + (car.y - 5) + 'l5 5-5 5M' + (car.x + 1) + ' ' + (car.y - 5) + 'l5 5-5 5'
  const shapes = [
    shape('line', { x1: car.x, y1: car.y, x2: place.x, y2: place.y, class: 'way' }),
    shape('circle', { cx: place.x, cy: place.y, r: 9, class: 'place' }),
    shape('rect', { x: car.x - 14, y: car.y - 9, width: 28, height: 18, rx: 5, class: 'car' }),
    shape('path', { d: chevrons, class: 'mark' }),
  ]
  shapes.forEach((each) => svg.appendChild(each))
  map.appendChild(svg)
}

function setCall(id: 'call-driver' | 'call-hospital', number: string) {
  part(id).hidden = !number
  if (number) part(id).href = 'tel:' + number.replace(/[^\d+]/g, '')
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
  drawMap(told.points, told.position)
}

function poll() {
  clearTimeout(timer)
  request<TrackView>(api, null, REQUEST_MS)
    .then((answer) => {
      if (answer.status === 404) return location.reload()
      if (answer.status !== 200 || !answer.data || !answer.data.raised_at) throw new Error('no view')
      view = answer.data
      heard_at = Date.now()
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
