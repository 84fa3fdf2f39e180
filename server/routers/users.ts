import { registerSubscriberFields, signedInUser, userDetail, userId } from '@tvarit/shared/contracts/accounts'
import { formInput, photoFile } from '@tvarit/shared/contracts/uploads'
import { removeUser } from '@tvarit/shared/domain/accounts/remove-user'
import { readUser } from '@tvarit/shared/domain/accounts/read-user'
import { registerSubscriber } from '@tvarit/shared/domain/subscribers/register-subscriber'
import { z } from 'zod'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'

export const usersRouter = router({
  registerSubscriber: publicProcedure
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/register/subscriber/',
        status: 201,
        files: ['photo'],
        summary: 'Register a subscriber with a code, a sticker and an optional photo',
      },
    })
    .input(formInput(registerSubscriberFields.extend({ photo: photoFile })))
    .output(signedInUser)
    .mutation(({ ctx, input }) => registerSubscriber({ ctx, input })),
  profile: permitted('account.use')
    .meta({
      rest: { method: 'GET', path: '/api/users/profile/', summary: 'The own record' },
    })
    .output(userDetail)
    .query(({ ctx }) => readUser({ ctx, input: { id: ctx.actor.id } })),
  get: permitted('subscribers.read')
    .meta({
      rest: { method: 'GET', path: '/api/users/{id}/', summary: 'A subscriber in full' },
    })
    .input(userId)
    .output(userDetail)
    .query(({ ctx, input }) => readUser({ ctx, input })),
  remove: permitted('staff_users.manage')
    .meta({
      rest: {
        method: 'DELETE',
        also: 'POST',
        path: '/api/users/{id}/delete/',
        summary: 'Remove a staff member or an admin',
      },
    })
    .input(userId)
    .output(z.object({ detail: z.string() }))
    .mutation(({ ctx, input }) => removeUser({ ctx, input })),
})
