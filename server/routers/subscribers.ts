import { registerSubscriberFields, signedInUser } from '@tvarit/shared/contracts/accounts'
import { dataViews } from '@tvarit/shared/contracts/data-views'
import { subscriberList, subscriberListInput } from '@tvarit/shared/contracts/subscribers'
import { formInput, photoFile } from '@tvarit/shared/contracts/uploads'
import { listDataViews } from '@tvarit/shared/domain/subscribers/list-data-views'
import { listSubscribers } from '@tvarit/shared/domain/subscribers/list-subscribers'
import { registerSubscriber } from '@tvarit/shared/domain/subscribers/register-subscriber'
import { registerSubscriberInside } from '@tvarit/shared/domain/subscribers/register-subscriber-inside'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'

const registration = formInput(registerSubscriberFields.extend({ photo: photoFile }))

export const subscribersRouter = router({
  dataViews: permitted('subscribers.data_views')
    .meta({
      rest: { method: 'GET', path: '/api/users/profile/data-views/', summary: 'Who looked at the own health data' },
    })
    .output(dataViews)
    .query(({ ctx }) => listDataViews({ ctx })),
  list: permitted('subscribers.read')
    .meta({ rest: { method: 'GET', path: '/api/users/subscribers/', summary: 'Subscribers, newest first' } })
    .input(subscriberListInput)
    .output(subscriberList)
    .query(({ ctx, input }) => listSubscribers({ ctx, input })),
  register: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/register/subscriber/',
        status: 201,
        files: ['photo'],
        summary: 'Register a subscriber with a code, a sticker and an optional photo',
      },
    })
    .input(registration)
    .output(signedInUser)
    .mutation(({ ctx, input }) => registerSubscriber({ ctx, input })),
  /** From `/subscriber-form`: the code goes to the customer's phone, the audit names who typed. */
  registerInside: permitted('subscribers.register_inside')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/register/subscriber/inside/',
        status: 201,
        files: ['photo'],
        summary: 'Register a customer with the code that went to their phone',
      },
    })
    .input(registration)
    .output(signedInUser)
    .mutation(({ ctx, input }) => registerSubscriberInside({ ctx, input })),
})
