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
  liveInput,
  noteCallInput,
  readAlertInput,
  retryMessageInput,
  updateAlertInput,
  chooseReportPlaceInput,
} from '@tvarit/shared/contracts/alerts'
import { consoleWatch } from '@tvarit/shared/contracts/consoles'
import { addNote } from '@tvarit/shared/domain/emergency/call-centre/add-note'
import { startedDrill } from '@tvarit/shared/contracts/drills'
import { claimAlert } from '@tvarit/shared/domain/emergency/alerts/claim-alert'
import { listAlerts } from '@tvarit/shared/domain/emergency/alerts/list-alerts'
import { noteCall } from '@tvarit/shared/domain/emergency/call-centre/note-call'
import { raiseDrill } from '@tvarit/shared/domain/emergency/alerts/raise-drill'
import { readAlert } from '@tvarit/shared/domain/emergency/call-centre/read-alert'
import { releaseAlert } from '@tvarit/shared/domain/emergency/alerts/release-alert'
import { updateAlert } from '@tvarit/shared/domain/emergency/call-centre/update-alert'
import { chooseReportPlace } from '@tvarit/shared/domain/emergency/alerts/choose-report-place'
import { readWatch } from '@tvarit/shared/domain/emergency/consoles/read-watch'
import { reportConsole } from '@tvarit/shared/domain/emergency/consoles/report-console'
import { retryMessage } from '@tvarit/shared/domain/delivery/retry-message'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { DomainError } from '@tvarit/shared/platform/domain-error'
import type { TrackedEnvelope } from '@trpc/server'
import { z } from 'zod'
import { permitted, router } from '../trpc/procedures.ts'

const detail = z.object({ detail: z.string() })

/** `alerts.live` is here for its type: the WebSocket serves it (`live-socket.ts`), HTTP refuses it (`limit-body.ts`). */
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
      rest: { method: 'POST', path: '/api/qr/alerts/{id}/release/', summary: 'Put an alert back for somebody else' },
    })
    .input(alertId)
    .output(alertCard)
    .mutation(({ ctx, input }) => releaseAlert({ ctx, input })),
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
  chooseReportPlace: permitted('alerts.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/place/',
        summary: 'Decide which of the reported places is the place of the alert',
      },
    })
    .input(chooseReportPlaceInput)
    .output(alertCard)
    .mutation(({ ctx, input }) => chooseReportPlace({ ctx, input })),
  noteCall: permitted('alerts.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/calls/',
        status: 201,
        summary: 'Note that somebody was called by phone, and the outcome',
      },
    })
    .input(noteCallInput)
    .output(detail)
    .mutation(({ ctx, input }) => noteCall({ ctx, input })),
  retryMessage: permitted('alerts.act')
    .input(retryMessageInput)
    .output(detail)
    .mutation(({ ctx, input }) => retryMessage({ ctx, input })),
  reportConsole: permitted('alerts.live')
    .input(consoleReport)
    .output(detail)
    .mutation(({ ctx, input }) => reportConsole({ ctx, input })),
  watch: permitted('alerts.live')
    .output(consoleWatch)
    .query(({ ctx }) => readWatch({ ctx })),
  live: permitted('alerts.live').input(liveInput).subscription(onlyOverWebSocket),
})
