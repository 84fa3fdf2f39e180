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
import { addNote } from '@tvarit/shared/domain/emergency/call-centre/add-note'
import { startedDrill } from '@tvarit/shared/contracts/drills'
import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import { linkAlerts, unlinkAlert } from '@tvarit/shared/domain/emergency/alerts/link-alerts'
import { listAlerts } from '@tvarit/shared/domain/emergency/alerts/list-alerts'
import { noteCall } from '@tvarit/shared/domain/emergency/call-centre/note-call'
import { raiseDrill } from '@tvarit/shared/domain/emergency/alerts/raise-drill'
import { readAlert } from '@tvarit/shared/domain/emergency/call-centre/read-alert'
import { releaseAlert } from '@tvarit/shared/domain/emergency/alerts/release-alert'
import { updateAlert } from '@tvarit/shared/domain/emergency/call-centre/update-alert'
import { setPlace } from '@tvarit/shared/domain/emergency/dispatch/set-place'
import { readWatch } from '@tvarit/shared/domain/emergency/consoles/read-watch'
import { reportConsole } from '@tvarit/shared/domain/emergency/consoles/report-console'
import { retryMessage } from '@tvarit/shared/domain/delivery/retry-message'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import type { TrackedEnvelope } from '@trpc/server'
import { permitted, router } from '../trpc/procedures.ts'

/** `alerts.live` is here for its type: the WebSocket serves it (`live-socket.ts`), HTTP refuses it (`trpc-handler.ts`). */
function onlyOverWebSocket(): AsyncIterable<TrackedEnvelope<LiveEvent>> {
  throw new DomainError('BAD_REQUEST', TEXTS.live_over_socket)
}

export const alertsRouter = router({
  list: permitted('alerts.read')
    .meta({
      rest: { method: 'GET', path: '/api/qr/alerts/', summary: 'Alerts: pending first' },
    })
    .input(alertListInput)
    .output(alertList)
    .query(({ ctx, input }) => listAlerts({ ctx, input })),
  get: permitted('alerts.read')
    .meta({
      rest: { method: 'GET', path: '/api/qr/alerts/{id}/', summary: 'An alert in full' },
    })
    .input(readAlertInput)
    .output(alertDetail)
    .query(({ ctx, input }) => readAlert({ ctx, input })),
  startDrill: permitted('drills.start')
    .meta({
      rest: { method: 'POST', path: '/api/qr/alerts/drill/', status: 201, summary: 'Start a drill without a sticker' },
    })
    .output(startedDrill)
    .mutation(({ ctx }) => raiseDrill({ ctx })),
  claim: permitted('alerts.act')
    .meta({
      rest: { method: 'POST', path: '/api/qr/alerts/{id}/claim/', summary: 'Take an alert, or take it over' },
    })
    .input(claimAlertInput)
    .output(alertCard)
    .mutation(({ ctx, input }) => claimAlert({ ctx, input })),
  release: permitted('alerts.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/release/',
        summary: 'Release an alert for other operators to claim',
      },
    })
    .input(alertId)
    .output(alertCard)
    .mutation(({ ctx, input }) => releaseAlert({ ctx, input })),
  link: permitted('alerts.act')
    .meta({
      rest: { method: 'POST', path: '/api/qr/alerts/{id}/link/', summary: 'Link two alerts of one accident' },
    })
    .input(linkAlertInput)
    .output(alertCard)
    .mutation(({ ctx, input }) => linkAlerts({ ctx, input })),
  unlink: permitted('alerts.act')
    .meta({
      rest: { method: 'POST', path: '/api/qr/alerts/{id}/unlink/', summary: 'Take an alert out of its accident' },
    })
    .input(alertId)
    .output(alertCard)
    .mutation(({ ctx, input }) => unlinkAlert({ ctx, input })),
  addNote: permitted('alerts.act')
    .meta({
      rest: { method: 'POST', path: '/api/qr/alerts/{id}/notes/', status: 201, summary: 'Add a note to the timeline' },
    })
    .input(addNoteInput)
    .output(alertCard)
    .mutation(({ ctx, input }) => addNote({ ctx, input })),
  update: permitted('alerts.act')
    .meta({
      rest: { method: 'PATCH', path: '/api/qr/alerts/{id}/update/', summary: 'Attend or reject a pending alert' },
    })
    .input(updateAlertInput)
    .output(alertCard)
    .mutation(({ ctx, input }) => updateAlert({ ctx, input })),
  setPlace: permitted('alerts.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/place/',
        summary: 'Set the place of an alert: one that was reported, or any other in India',
      },
    })
    .input(setPlaceInput)
    .output(alertCard)
    .mutation(({ ctx, input }) => setPlace({ ctx, input })),
  noteCall: permitted('alerts.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/calls/',
        status: 201,
        summary: 'Note a call to relatives, bystander or driver, and its outcome',
      },
    })
    .input(noteCallInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => noteCall({ ctx, input })),
  retryMessage: permitted('alerts.act')
    .input(retryMessageInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => retryMessage({ ctx, input })),
  reportConsole: permitted('alerts.live')
    .input(consoleReport)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => reportConsole({ ctx, input })),
  watch: permitted('alerts.live')
    .output(consoleWatch)
    .query(({ ctx }) => readWatch({ ctx })),
  live: permitted('alerts.live').input(liveInput).subscription(onlyOverWebSocket),
})
