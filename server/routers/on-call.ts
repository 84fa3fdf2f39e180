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
import { addOverride } from '@tvarit/shared/domain/on-call/rota/add-override'
import { addOnCallPerson } from '@tvarit/shared/domain/on-call/rota/add-on-call-person'
import { readOnCall } from '@tvarit/shared/domain/on-call/rota/read-on-call'
import { removeOverride } from '@tvarit/shared/domain/on-call/rota/remove-override'
import { removeOnCallPerson } from '@tvarit/shared/domain/on-call/rota/remove-on-call-person'
import { setRota } from '@tvarit/shared/domain/on-call/rota/set-rota'
import { setTimes } from '@tvarit/shared/domain/on-call/rota/set-times'
import { testCall } from '@tvarit/shared/domain/on-call/rota/test-call'
import { updateOnCallPerson } from '@tvarit/shared/domain/on-call/rota/update-on-call-person'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const onCallRouter = router({
  read: permitted('on_call.manage')
    .meta(rest('GET', '/api/on-call/', 'Who is on call, the plan and its history'))
    .output(onCallPage)
    .query(readOnCall),
  addPerson: permitted('on_call.manage')
    .meta(rest('POST', '/api/on-call/people/', 'Add an on-call person', { status: 201 }))
    .input(addOnCallPersonInput)
    .output(detailAnswer)
    .mutation(addOnCallPerson),
  updatePerson: permitted('on_call.manage')
    .meta(rest('PUT', '/api/on-call/people/{id}/', 'Change an on-call person'))
    .input(updateOnCallPersonInput)
    .output(detailAnswer)
    .mutation(updateOnCallPerson),
  removePerson: permitted('on_call.manage')
    .meta(rest('DELETE', '/api/on-call/people/{id}/', 'Remove an on-call person'))
    .input(onCallIdInput)
    .output(detailAnswer)
    .mutation(removeOnCallPerson),
  testCall: permitted('on_call.manage')
    .meta(rest('POST', '/api/on-call/people/{id}/test/', 'Test the number of a person'))
    .input(testCallInput)
    .output(detailAnswer)
    .mutation(testCall),
  setRota: permitted('on_call.manage')
    .meta(rest('PUT', '/api/on-call/rota/', 'Set the weekly rota'))
    .input(setRotaInput)
    .output(detailAnswer)
    .mutation(setRota),
  addOverride: permitted('on_call.manage')
    .meta(rest('POST', '/api/on-call/overrides/', 'Put a person on call instead of the rota', { status: 201 }))
    .input(addOverrideInput)
    .output(detailAnswer)
    .mutation(addOverride),
  removeOverride: permitted('on_call.manage')
    .meta(rest('DELETE', '/api/on-call/overrides/{id}/', 'Take an override back'))
    .input(onCallIdInput)
    .output(detailAnswer)
    .mutation(removeOverride),
  setTimes: permitted('on_call.manage')
    .meta(rest('PUT', '/api/on-call/times/', 'Set when levels 2 and 3 are called'))
    .input(setTimesInput)
    .output(detailAnswer)
    .mutation(setTimes),
})
