import {
  alertOfDispatch,
  assignInput,
  cancelDispatchInput,
  candidates,
  candidatesInput,
  dispatchView,
  dispatchViews,
  driverStepInput,
  takeBackNotedStepInput,
  takeBackStepInput,
  driverView,
  linkToken,
  nearestAmbulances,
  noteStepInput,
  shareRideInput,
  trackView,
} from '@tvarit/shared/contracts/dispatch'
import { assignAmbulance } from '@tvarit/shared/domain/dispatch/assign-ambulance'
import { cancelDispatch } from '@tvarit/shared/domain/dispatch/cancel-dispatch'
import { listCandidates } from '@tvarit/shared/domain/dispatch/list-candidates'
import { nearestOfAlerts } from '@tvarit/shared/domain/dispatch/nearest-of-alerts'
import { noteStep } from '@tvarit/shared/domain/dispatch/note-step'
import { readDispatches } from '@tvarit/shared/domain/dispatch/read-dispatches'
import { readDriverView } from '@tvarit/shared/domain/dispatch/read-driver-view'
import { readTrack } from '@tvarit/shared/domain/dispatch/read-track'
import { shareRide } from '@tvarit/shared/domain/dispatch/share-ride'
import { takeBackNotedStep, takeBackStep } from '@tvarit/shared/domain/dispatch/take-back-step'
import { stepDispatch } from '@tvarit/shared/domain/dispatch/step-dispatch'
import { requireLink } from '../trpc/require-link.ts'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const dispatchRouter = router({
  candidates: permitted('dispatch.act')
    .meta(
      rest(
        'GET',
        '/api/qr/alerts/{id}/ambulances/',
        'The five available ambulances that suit best, or those that match a search',
      ),
    )
    .input(candidatesInput)
    .output(candidates)
    .query(listCandidates),
  nearest: permitted('alerts.live').output(nearestAmbulances).query(nearestOfAlerts),
  list: permitted('dispatch.act')
    .meta(
      rest(
        'GET',
        '/api/qr/alerts/{id}/dispatches/',
        'The ambulances of an alert with states and positions, newest first',
      ),
    )
    .input(alertOfDispatch)
    .output(dispatchViews)
    .query(readDispatches),
  assign: permitted('dispatch.act')
    .meta(
      rest('POST', '/api/qr/alerts/{id}/dispatch/', 'Send an ambulance, or note an outside provider', { status: 201 }),
    )
    .input(assignInput)
    .output(dispatchView)
    .mutation(assignAmbulance),
  share: permitted('dispatch.act')
    .meta(
      rest(
        'POST',
        '/api/qr/alerts/{id}/dispatch/share/',
        'Let an ambulance of the same accident take this person too',
        { status: 201 },
      ),
    )
    .input(shareRideInput)
    .output(dispatchView)
    .mutation(shareRide),
  step: permitted('dispatch.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/dispatch/steps/', 'Note a step the driver reported by phone'))
    .input(noteStepInput)
    .output(dispatchView)
    .mutation(noteStep),
  takeBack: permitted('dispatch.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/dispatch/steps/take-back/', 'Take back a step that was just noted'))
    .input(takeBackNotedStepInput)
    .output(dispatchView)
    .mutation(takeBackNotedStep),
  cancel: permitted('dispatch.act')
    .meta(rest('POST', '/api/qr/alerts/{id}/dispatch/cancel/', 'Call the ambulance back'))
    .input(cancelDispatchInput)
    .output(dispatchView)
    .mutation(cancelDispatch),
  drive: publicProcedure
    .meta(rest('GET', '/api/drive/{token}/', 'What the driver of an alert sees'))
    .input(linkToken)
    .output(driverView)
    .query(async ({ ctx, input }) => requireLink(await readDriverView({ ctx, input }))),
  driveStep: publicProcedure
    .meta(rest('POST', '/api/drive/{token}/steps/', 'A press on the driver page'))
    .input(driverStepInput.extend(linkToken.shape))
    .output(driverView)
    .mutation(async ({ ctx, input }) => requireLink(await stepDispatch({ ctx, input }))),
  driveTakeBack: publicProcedure
    .meta(rest('POST', '/api/drive/{token}/steps/take-back/', 'Takes the last step of the driver page back'))
    .input(takeBackStepInput.extend(linkToken.shape))
    .output(driverView)
    .mutation(async ({ ctx, input }) => requireLink(await takeBackStep({ ctx, input }))),
  track: publicProcedure
    .meta(rest('GET', '/api/track/{token}/', 'What a relative sees of an alert'))
    .input(linkToken)
    .output(trackView)
    .query(async ({ ctx, input }) => requireLink(await readTrack({ ctx, input }))),
})
