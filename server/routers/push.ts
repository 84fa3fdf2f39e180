import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { ownPush, subscribeInput, unsubscribeInput } from '@tvarit/shared/contracts/push'
import { readOwnPush } from '@tvarit/shared/domain/on-call/push/read-own-push'
import { subscribe } from '@tvarit/shared/domain/on-call/push/subscribe'
import { unsubscribe } from '@tvarit/shared/domain/on-call/push/unsubscribe'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const pushRouter = router({
  read: permitted('push.use')
    .meta(rest('GET', '/api/push/', 'The own devices that get alarms'))
    .output(ownPush)
    .query(readOwnPush),
  subscribe: permitted('push.use')
    .meta(rest('POST', '/api/push/', 'Get alarms on this device', { status: 201 }))
    .input(subscribeInput)
    .output(detailAnswer)
    .mutation(subscribe),
  unsubscribe: permitted('push.use')
    .meta(rest('DELETE', '/api/push/{id}/', 'Get no more alarms on a device'))
    .input(unsubscribeInput)
    .output(detailAnswer)
    .mutation(unsubscribe),
})
