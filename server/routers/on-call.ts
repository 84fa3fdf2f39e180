import { detailAnswer } from '@tvarit/shared/contracts/errors'
import {
  addOnCallPersonInput,
  addOverrideInput,
  onCallIdInput,
  onCallPage,
  setRotaInput,
  setTimesInput,
  testCallInput,
  updateOnCallPersonInput,
} from '@tvarit/shared/contracts/on-call'
import { addOverride } from '@tvarit/shared/domain/emergency/on-call/add-override'
import { addOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/add-person'
import { readOnCall } from '@tvarit/shared/domain/emergency/on-call/read-on-call'
import { removeOverride } from '@tvarit/shared/domain/emergency/on-call/remove-override'
import { removeOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/remove-person'
import { setRota } from '@tvarit/shared/domain/emergency/on-call/set-rota'
import { setTimes } from '@tvarit/shared/domain/emergency/on-call/set-times'
import { testCall } from '@tvarit/shared/domain/emergency/on-call/test-call'
import { updateOnCallPerson } from '@tvarit/shared/domain/emergency/on-call/update-person'
import { permitted, router } from '../trpc/procedures.ts'

export const onCallRouter = router({
  read: permitted('on_call.manage')
    .meta({ rest: { method: 'GET', path: '/api/on-call/', summary: 'Who is on call, the plan and its history' } })
    .output(onCallPage)
    .query(({ ctx }) => readOnCall({ ctx })),
  addPerson: permitted('on_call.manage')
    .meta({ rest: { method: 'POST', path: '/api/on-call/people/', status: 201, summary: 'Add an on-call person' } })
    .input(addOnCallPersonInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => addOnCallPerson({ ctx, input })),
  updatePerson: permitted('on_call.manage')
    .meta({ rest: { method: 'PUT', path: '/api/on-call/people/{id}/', summary: 'Change an on-call person' } })
    .input(updateOnCallPersonInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => updateOnCallPerson({ ctx, input })),
  removePerson: permitted('on_call.manage')
    .meta({ rest: { method: 'DELETE', path: '/api/on-call/people/{id}/', summary: 'Remove an on-call person' } })
    .input(onCallIdInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => removeOnCallPerson({ ctx, input })),
  testCall: permitted('on_call.manage')
    .meta({ rest: { method: 'POST', path: '/api/on-call/people/{id}/test/', summary: 'Test the number of a person' } })
    .input(testCallInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => testCall({ ctx, input })),
  setRota: permitted('on_call.manage')
    .meta({ rest: { method: 'PUT', path: '/api/on-call/rota/', summary: 'Set the weekly rota' } })
    .input(setRotaInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => setRota({ ctx, input })),
  addOverride: permitted('on_call.manage')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/on-call/overrides/',
        status: 201,
        summary: 'Put a person on call instead of the rota',
      },
    })
    .input(addOverrideInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => addOverride({ ctx, input })),
  removeOverride: permitted('on_call.manage')
    .meta({ rest: { method: 'DELETE', path: '/api/on-call/overrides/{id}/', summary: 'Take an override back' } })
    .input(onCallIdInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => removeOverride({ ctx, input })),
  setTimes: permitted('on_call.manage')
    .meta({ rest: { method: 'PUT', path: '/api/on-call/times/', summary: 'Set when levels 2 and 3 are called' } })
    .input(setTimesInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => setTimes({ ctx, input })),
})
