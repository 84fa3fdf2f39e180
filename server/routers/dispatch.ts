import {
  alertOfDispatch,
  assignInput,
  cancelDispatchInput,
  candidates,
  candidatesInput,
  dispatchView,
  dispatchViews,
  driverStepInput,
  driverView,
  linkToken,
  noteStepInput,
  shareRideInput,
  trackView,
} from '@tvarit/shared/contracts/dispatch'
import { assignAmbulance } from '@tvarit/shared/domain/emergency/dispatch/assign-ambulance'
import { cancelDispatch } from '@tvarit/shared/domain/emergency/dispatch/cancel-dispatch'
import { listCandidates } from '@tvarit/shared/domain/emergency/dispatch/list-candidates'
import { noteStep } from '@tvarit/shared/domain/emergency/dispatch/note-step'
import { readDispatches } from '@tvarit/shared/domain/emergency/dispatch/read-dispatches'
import { readDriverView } from '@tvarit/shared/domain/emergency/dispatch/read-driver-view'
import { readTrack } from '@tvarit/shared/domain/emergency/dispatch/read-track'
import { shareRide } from '@tvarit/shared/domain/emergency/dispatch/share-ride'
import { stepDispatch } from '@tvarit/shared/domain/emergency/dispatch/step-dispatch'
import { requireLink } from '../trpc/require-link.ts'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'

export const dispatchRouter = router({
  candidates: permitted('dispatch.act')
    .meta({
      rest: {
        method: 'GET',
        path: '/api/qr/alerts/{id}/ambulances/',
        summary: 'The five available ambulances that suit best, or those that match a search',
      },
    })
    .input(candidatesInput)
    .output(candidates)
    .query(({ ctx, input }) => listCandidates({ ctx, input })),
  list: permitted('dispatch.act')
    .meta({
      rest: {
        method: 'GET',
        path: '/api/qr/alerts/{id}/dispatches/',
        summary: 'The ambulances of an alert with states and positions, newest first',
      },
    })
    .input(alertOfDispatch)
    .output(dispatchViews)
    .query(({ ctx, input }) => readDispatches({ ctx, input })),
  assign: permitted('dispatch.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/dispatch/',
        status: 201,
        summary: 'Send an ambulance, or note an outside provider',
      },
    })
    .input(assignInput)
    .output(dispatchView)
    .mutation(({ ctx, input }) => assignAmbulance({ ctx, input })),
  share: permitted('dispatch.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/dispatch/share/',
        status: 201,
        summary: 'Let an ambulance of the same accident take this person too',
      },
    })
    .input(shareRideInput)
    .output(dispatchView)
    .mutation(({ ctx, input }) => shareRide({ ctx, input })),
  step: permitted('dispatch.act')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/qr/alerts/{id}/dispatch/steps/',
        summary: 'Note a step the driver told by phone',
      },
    })
    .input(noteStepInput)
    .output(dispatchView)
    .mutation(({ ctx, input }) => noteStep({ ctx, input })),
  cancel: permitted('dispatch.act')
    .meta({
      rest: { method: 'POST', path: '/api/qr/alerts/{id}/dispatch/cancel/', summary: 'Call the ambulance back' },
    })
    .input(cancelDispatchInput)
    .output(dispatchView)
    .mutation(({ ctx, input }) => cancelDispatch({ ctx, input })),
  drive: publicProcedure
    .meta({ rest: { method: 'GET', path: '/api/drive/{token}/', summary: 'What the driver of an alert sees' } })
    .input(linkToken)
    .output(driverView)
    .query(async ({ ctx, input }) => requireLink(await readDriverView({ ctx, input }))),
  driveStep: publicProcedure
    .meta({ rest: { method: 'POST', path: '/api/drive/{token}/steps/', summary: 'A press on the driver page' } })
    .input(driverStepInput.extend(linkToken.shape))
    .output(driverView)
    .mutation(async ({ ctx, input }) => requireLink(await stepDispatch({ ctx, input }))),
  track: publicProcedure
    .meta({ rest: { method: 'GET', path: '/api/track/{token}/', summary: 'What a relative sees of an alert' } })
    .input(linkToken)
    .output(trackView)
    .query(async ({ ctx, input }) => requireLink(await readTrack({ ctx, input }))),
})
