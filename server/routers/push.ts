import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { ownPush, subscribeInput, unsubscribeInput } from '@tvarit/shared/contracts/push'
import { readOwnPush } from '@tvarit/shared/domain/emergency/push/read-own-push'
import { subscribe } from '@tvarit/shared/domain/emergency/push/subscribe'
import { unsubscribe } from '@tvarit/shared/domain/emergency/push/unsubscribe'
import { permitted, router } from '../trpc/procedures.ts'

export const pushRouter = router({
  read: permitted('push.use')
    .meta({ rest: { method: 'GET', path: '/api/push/', summary: 'The own devices that get alarms' } })
    .output(ownPush)
    .query(({ ctx }) => readOwnPush({ ctx })),
  subscribe: permitted('push.use')
    .meta({ rest: { method: 'POST', path: '/api/push/', status: 201, summary: 'Get alarms on this device' } })
    .input(subscribeInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => subscribe({ ctx, input })),
  unsubscribe: permitted('push.use')
    .meta({ rest: { method: 'DELETE', path: '/api/push/{id}/', summary: 'Get no more alarms on a device' } })
    .input(unsubscribeInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => unsubscribe({ ctx, input })),
})
