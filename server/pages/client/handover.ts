import type { HandoverPage } from '@tvarit/shared/contracts/handover'
import type { HandoverPageData } from '../page-data.ts'
import { request } from './connection.ts'
import { describeHandover } from './describe-handover.ts'
import { pageData, part } from './page.ts'
import { clockTime, fill, plateText } from './wording.ts'

// The hospital's page: keeps the ambulance up to date, and removes the health data when the link has ended.

const POLL_MS = 5000
const POLL_HIDDEN_MS = 30000
const REQUEST_MS = 8000
const UNREACHABLE_MS = 20000

const { api, texts, page: first } = pageData() as HandoverPageData
let page = first
let heard_at = Date.now()
let over = false
let timer = 0
/** By the clock that users cannot set, and also when the server cannot be reached. */
const ends_at = performance.now() + first.seconds_left * 1000

function end() {
  over = true
  clearTimeout(timer)
  for (const id of ['arrival', 'health', 'gate', 'ambulance', 'sent', 'live']) if (part(id)) part(id).remove()
  document.title = texts.over_head
  document.body.dataset.state = 'closed'
  part('headline').textContent = texts.over_head
  part('note').textContent = texts.over_note
}

let shown = ''
function show() {
  if (over) return
  if (performance.now() >= ends_at) return end()
  const silent = Date.now() - heard_at > UNREACHABLE_MS
  part('live').textContent = silent ? fill(texts.unreachable, { time: clockTime(heard_at) }) : texts.updates_itself
  const described = describeHandover(page, texts)
  const fingerprint = JSON.stringify(described)
  if (fingerprint === shown) return
  shown = fingerprint
  part('state').textContent = described.state
  part('eta').textContent = described.eta
  part('ambulance').hidden = !described.plate
  part('plate-number').textContent = plateText(described.plate)
  // Another ambulance has another driver, whose number this page does not have.
  const driver = part('call-driver')
  if (driver && described.plate !== driver.dataset.plate) driver.remove()
}

function poll() {
  clearTimeout(timer)
  if (over) return
  request<HandoverPage>(api, null, REQUEST_MS)
    .then((answer) => {
      // 429: a link that has ended, where many wrong ones are tried.
      if (answer.status === 404 || answer.status === 429) return end()
      if (answer.status !== 200 || !answer.data || !answer.data.hospital) throw new Error('no page')
      page = answer.data
      heard_at = Date.now()
    })
    .then(pollLater, pollLater)
}

function pollLater() {
  show()
  clearTimeout(timer)
  if (!over) timer = setTimeout(poll, document.hidden ? POLL_HIDDEN_MS : POLL_MS)
}

const printer = part('print')
if (printer) {
  printer.hidden = false
  printer.addEventListener('click', () => print())
}
show()
setInterval(show, 1000)
addEventListener('online', poll)
// A page that the browser kept may be older than the link.
addEventListener('pageshow', poll)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) poll()
})
