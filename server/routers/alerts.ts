import { detailAnswer } from '@tvarit/shared/contracts/errors'
import {
  addNoteInput,
  alertCard,
  alertDetail,
  alertId,
  alertList,
  alertListInput,
  claimAlertInput,
  consoleReport,
  type LiveEvent,
  linkAlertInput,
  liveInput,
  noteCallInput,
  readAlertInput,
  retryMessageInput,
  updateAlertInput,
} from '@tvarit/shared/contracts/alerts'
import { setPlaceInput } from '@tvarit/shared/contracts/places'
import { consoleWatch } from '@tvarit/shared/contracts/consoles'
import { addNote } from '@tvarit/shared/domain/call-centre/add-note'
import { startedDrill } from '@tvarit/shared/contracts/drills'
import { claimAlert } from '@tvarit/shared/domain/alerts/claim-alert'
import { linkAlerts, unlinkAlert } from '@tvarit/shared/domain/alerts/link-alerts'
import { listAlerts } from '@tvarit/shared/domain/alerts/list-alerts'
import { noteCall } from '@tvarit/shared/domain/call-centre/note-call'
import { raiseDrill } from '@tvarit/shared/domain/alerts/raise-drill'
import { readAlert } from '@tvarit/shared/domain/call-centre/read-alert'
import { releaseAlert } from '@tvarit/shared/domain/alerts/release-alert'
import { updateAlert } from '@tvarit/shared/domain/call-centre/update-alert'
import { setPlace } from '@tvarit/shared/domain/dispatch/set-place'
import { readWatch } from '@tvarit/shared/domain/on-call/consoles/read-watch'
import { reportConsole } from '@tvarit/shared/domain/on-call/consoles/report-console'
import { retryMessage } from '@tvarit/shared/domain/delivery/retry-message'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { onlyRequestId } from '@tvarit/shared/contracts/requests'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import type { TrackedEnvelope } from '@trpc/server'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

/** `alerts.live` is here for its type: the WebSocket serves it (`live-socket.ts`), HTTP rejects it (`trpc-handler.ts`). */
function onlyOverWebSocket(): AsyncIterable<TrackedEnvelope<LiveEvent>> {
  throw new DomainError('BAD_REQUEST', TEXTS.live_over_socket)
}

export const alertsRouter = router({
  list: permitted('alerts.read')
    .meta(rest('GET', '/api/qr/alerts/', 'Alerts: pending first'))
    .input(alertListInput)
    .output(alertList)
    .query(listAlerts),
  get: permitted('alerts.read')
    .meta(rest('GET', '/api/qr/alerts/{id}/', 'An alert in full'))
    .input(readAlertInput)
    .output(alertDetail)
    .query(readAlert),
  startDrill: permitted('drills.start')
    .meta(rest('POST', '/api/qr/alerts/drill/', 'Start a drill without a sticker', { status: 201 }))
    .input(onlyRequestId)
    .output(startedDrill)
    .mutation(raiseDrill),
  claim: permitted('alerts.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/claim/', 'Take an alert, or take it over'))
    .input(claimAlertInput)
    .output(alertCard)
    .mutation(claimAlert),
  release: permitted('alerts.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/release/', 'Release an alert for other operators to claim'))
    .input(alertId)
    .output(alertCard)
    .mutation(releaseAlert),
  link: permitted('alerts.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/link/', 'Link two alerts of one accident'))
    .input(linkAlertInput)
    .output(alertCard)
    .mutation(linkAlerts),
  unlink: permitted('alerts.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/unlink/', 'Take an alert out of its accident'))
    .input(alertId)
    .output(alertCard)
    .mutation(unlinkAlert),
  addNote: permitted('alerts.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/notes/', 'Add a note to the timeline', { status: 201 }))
    .input(addNoteInput)
    .output(alertCard)
    .mutation(addNote),
  update: permitted('alerts.act')
    .meta(rest('PATCH', '/api/qr/alerts/{id}/update/', 'Attend or reject a pending alert'))
    .input(updateAlertInput)
    .output(alertCard)
    .mutation(updateAlert),
  setPlace: permitted('alerts.act')
    .meta(
      rest(
        'POST',
        '/api/qr/alerts/{id}/place/',
        'Set the place of an alert: one that was reported, or any other in India',
      ),
    )
    .input(setPlaceInput)
    .output(alertCard)
    .mutation(setPlace),
  noteCall: permitted('alerts.act')
    .meta(
      rest('POST', '/api/qr/alerts/{id}/calls/', 'Note a call to relatives, bystander or driver, and its outcome', {
        status: 201,
      }),
    )
    .input(noteCallInput)
    .output(detailAnswer)
    .mutation(noteCall),
  retryMessage: permitted('alerts.act').input(retryMessageInput).output(detailAnswer).mutation(retryMessage),
  reportConsole: permitted('alerts.live').input(consoleReport).output(detailAnswer).mutation(reportConsole),
  watch: permitted('alerts.live').output(consoleWatch).query(readWatch),
  live: permitted('alerts.live').input(liveInput).subscription(onlyOverWebSocket),
})
