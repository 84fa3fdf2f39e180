import { registerSubscriberFields, signedInUser, userId } from '@tvarit/shared/contracts/accounts'
import { contactChecks } from '@tvarit/shared/contracts/contact-checks'
import { ownDrill, startedDrill } from '@tvarit/shared/contracts/drills'
import { listQuery } from '@tvarit/shared/contracts/lists'
import { ownAlertList } from '@tvarit/shared/contracts/own-alerts'
import { renewInput, renewWithCouponInput, subscription } from '@tvarit/shared/contracts/plans'
import { subscriberList, subscriberListInput } from '@tvarit/shared/contracts/subscribers'
import { formInput, photoFile } from '@tvarit/shared/contracts/uploads'
import { raiseDrill } from '@tvarit/shared/domain/alerts/raise-drill'
import { checkContacts } from '@tvarit/shared/domain/subscribers/contacts/check-contacts'
import { listOwnAlerts } from '@tvarit/shared/domain/subscribers/profile/list-own-alerts'
import { dataViews } from '@tvarit/shared/contracts/data-views'
import { onlyRequestId } from '@tvarit/shared/contracts/requests'
import { listDataViews } from '@tvarit/shared/domain/subscribers/profile/list-data-views'
import { subscribers } from '@tvarit/shared/domain/subscribers/profile/list-subscribers'
import { enrolSubscriber } from '@tvarit/shared/domain/subscribers/enrolment/enrol-subscriber'
import { readContactChecks } from '@tvarit/shared/domain/subscribers/contacts/read-contact-checks'
import { readOwnDrill } from '@tvarit/shared/domain/subscribers/profile/read-own-drill'
import { readSubscription } from '@tvarit/shared/domain/subscribers/plans/read-subscription'
import { renewPlan } from '@tvarit/shared/domain/subscribers/plans/renew-plan'
import { renewWithCoupon } from '@tvarit/shared/domain/subscribers/plans/renew-with-coupon'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

const registration = formInput(registerSubscriberFields.extend({ photo: photoFile }))

export const subscribersRouter = router({
  dataViews: permitted('subscribers.data_views')
    .meta(rest('GET', '/api/users/profile/data-views/', 'Who looked at the own health data'))
    .output(dataViews)
    .query(listDataViews),
  list: permitted('subscribers.read')
    .meta(rest('GET', '/api/users/subscribers/', 'Subscribers, newest first'))
    .input(subscriberListInput)
    .output(subscriberList)
    .query(subscribers.page),
  register: publicProcedure
    .meta(
      rest(
        'POST',
        '/api/users/register/subscriber/',
        'Register a subscriber with a code, a sticker and an optional photo',
        { status: 201, files: ['photo'] },
      ),
    )
    .input(registration)
    .output(signedInUser)
    .mutation(({ ctx, input }) => enrolSubscriber(ctx, input, null)),
  /** From `/subscriber-form`: the code goes to the customer's phone, the audit names the user who typed. */
  registerInside: permitted('subscribers.register_inside')
    .meta(
      rest(
        'POST',
        '/api/users/register/subscriber/inside/',
        'Register a customer with the code that went to their phone',
        { status: 201, files: ['photo'] },
      ),
    )
    .input(registration)
    .output(signedInUser)
    .mutation(({ ctx, input }) => enrolSubscriber(ctx, input, ctx.actor.id)),
  plan: permitted('subscribers.read')
    .meta(rest('GET', '/api/users/{id}/plan/', 'What a plan pays for, and its terms'))
    .input(userId)
    .output(subscription)
    .query(readSubscription),
  renew: permitted('subscribers.renew')
    .meta(rest('POST', '/api/users/{id}/renew/', 'Renew a plan by one term', { status: 201 }))
    .input(renewInput)
    .output(subscription)
    .mutation(renewPlan),
  renewWithCoupon: permitted('subscribers.self')
    .meta(rest('POST', '/api/users/profile/renew/', 'Renew the own plan with an unused coupon', { status: 201 }))
    .input(renewWithCouponInput)
    .output(subscription)
    .mutation(renewWithCoupon),
  contactChecks: permitted('subscribers.self')
    .meta(rest('GET', '/api/users/profile/contact-checks/', 'Whether the contacts were reached'))
    .output(contactChecks)
    .query(readContactChecks),
  checkContacts: permitted('subscribers.self')
    .meta(
      rest(
        'POST',
        '/api/users/profile/contact-checks/',
        'Send each emergency contact an SMS that says who named them',
        { status: 201 },
      ),
    )
    .input(onlyRequestId)
    .output(contactChecks)
    .mutation(checkContacts),
  drill: permitted('subscribers.self')
    .meta(rest('GET', '/api/users/profile/drill/', 'How the last test of the sticker went'))
    .output(ownDrill)
    .query(readOwnDrill),
  startDrill: permitted('subscribers.self')
    .meta(rest('POST', '/api/users/profile/drill/', 'Test the own sticker', { status: 201 }))
    .input(onlyRequestId)
    .output(startedDrill)
    .mutation(raiseDrill),
  ownAlerts: permitted('subscribers.self')
    .meta(rest('GET', '/api/users/profile/alerts/', 'Alerts about oneself, newest first'))
    .input(listQuery)
    .output(ownAlertList)
    .query(listOwnAlerts),
})
