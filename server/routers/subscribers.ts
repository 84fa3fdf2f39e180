import { registerSubscriberFields, signedInUser, userId } from '@tvarit/shared/contracts/accounts'
import { contactChecks } from '@tvarit/shared/contracts/contact-checks'
import { ownDrill, startedDrill } from '@tvarit/shared/contracts/drills'
import { listQuery } from '@tvarit/shared/contracts/lists'
import { ownAlertList } from '@tvarit/shared/contracts/own-alerts'
import { renewInput, renewWithCouponInput, subscription } from '@tvarit/shared/contracts/plans'
import { subscriberList, subscriberListInput } from '@tvarit/shared/contracts/subscribers'
import { formInput, photoFile } from '@tvarit/shared/contracts/uploads'
import { raiseDrill } from '@tvarit/shared/domain/emergency/alerts/raise-drill'
import { checkContacts } from '@tvarit/shared/domain/subscribers/contacts/check-contacts'
import { listOwnAlerts } from '@tvarit/shared/domain/subscribers/profile/list-own-alerts'
import { dataViews } from '@tvarit/shared/contracts/data-views'
import { listDataViews } from '@tvarit/shared/domain/subscribers/profile/list-data-views'
import { listSubscribers } from '@tvarit/shared/domain/subscribers/profile/list-subscribers'
import { enrolSubscriber } from '@tvarit/shared/domain/subscribers/enrolment/enrol-subscriber'
import { readContactChecks } from '@tvarit/shared/domain/subscribers/contacts/read-contact-checks'
import { readOwnDrill } from '@tvarit/shared/domain/subscribers/profile/read-own-drill'
import { readSubscription } from '@tvarit/shared/domain/subscribers/plans/read-subscription'
import { renewPlan } from '@tvarit/shared/domain/subscribers/plans/renew-plan'
import { renewWithCoupon } from '@tvarit/shared/domain/subscribers/plans/renew-with-coupon'
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
    .mutation(({ ctx, input }) => enrolSubscriber(ctx, input, null)),
  /** From `/subscriber-form`: the code goes to the customer's phone, the audit names the user who typed. */
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
    .mutation(({ ctx, input }) => enrolSubscriber(ctx, input, ctx.actor.id)),
  plan: permitted('subscribers.read')
    .meta({ rest: { method: 'GET', path: '/api/users/{id}/plan/', summary: 'What a plan pays for, and its terms' } })
    .input(userId)
    .output(subscription)
    .query(({ ctx, input }) => readSubscription({ ctx, input })),
  renew: permitted('subscribers.renew')
    .meta({
      rest: { method: 'POST', path: '/api/users/{id}/renew/', status: 201, summary: 'Renew a plan by one term' },
    })
    .input(renewInput)
    .output(subscription)
    .mutation(({ ctx, input }) => renewPlan({ ctx, input })),
  renewWithCoupon: permitted('subscribers.self')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/profile/renew/',
        status: 201,
        summary: 'Renew the own plan with an unused coupon',
      },
    })
    .input(renewWithCouponInput)
    .output(subscription)
    .mutation(({ ctx, input }) => renewWithCoupon({ ctx, input })),
  contactChecks: permitted('subscribers.self')
    .meta({
      rest: { method: 'GET', path: '/api/users/profile/contact-checks/', summary: 'Whether the contacts were reached' },
    })
    .output(contactChecks)
    .query(({ ctx }) => readContactChecks({ ctx })),
  checkContacts: permitted('subscribers.self')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/profile/contact-checks/',
        status: 201,
        summary: 'Send each emergency contact an SMS that says who named them',
      },
    })
    .output(contactChecks)
    .mutation(({ ctx }) => checkContacts({ ctx })),
  drill: permitted('subscribers.self')
    .meta({
      rest: { method: 'GET', path: '/api/users/profile/drill/', summary: 'How the last test of the sticker went' },
    })
    .output(ownDrill)
    .query(({ ctx }) => readOwnDrill({ ctx })),
  startDrill: permitted('subscribers.self')
    .meta({
      rest: { method: 'POST', path: '/api/users/profile/drill/', status: 201, summary: 'Test the own sticker' },
    })
    .output(startedDrill)
    .mutation(({ ctx }) => raiseDrill({ ctx })),
  ownAlerts: permitted('subscribers.self')
    .meta({
      rest: { method: 'GET', path: '/api/users/profile/alerts/', summary: 'Alerts about oneself, newest first' },
    })
    .input(listQuery)
    .output(ownAlertList)
    .query(({ ctx, input }) => listOwnAlerts({ ctx, input })),
})
