import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { userDetail, userId } from '@tvarit/shared/contracts/accounts'
import { peopleListInput } from '@tvarit/shared/contracts/lists'
import { registerAdminInput, registerStaffInput, staffList, staffRow } from '@tvarit/shared/contracts/staff'
import { updateProfileFields } from '@tvarit/shared/contracts/subscribers'
import { formInput } from '@tvarit/shared/contracts/uploads'
import { addStaffMember } from '@tvarit/shared/domain/people/staff/add-staff-member'
import { listPeople } from '@tvarit/shared/domain/people/staff/list-people'
import { readUser } from '@tvarit/shared/domain/people/users/read-user'
import { removeUser } from '@tvarit/shared/domain/people/staff/remove-user'
import { endSessionsOf } from '@tvarit/shared/domain/people/sessions/end-sessions-of'
import { updateProfile } from '@tvarit/shared/domain/subscribers/profile/update-profile'
import { permitted, router } from '../trpc/procedures.ts'

export const usersRouter = router({
  profile: permitted('account.use')
    .meta({ rest: { method: 'GET', path: '/api/users/profile/', summary: 'The own record' } })
    .output(userDetail)
    .query(({ ctx }) => readUser({ ctx, input: { id: ctx.actor.id } })),
  updateProfile: permitted('subscribers.update')
    .meta({
      rest: { method: 'PUT', path: '/api/users/profile/', files: ['photo'], summary: 'Change the own profile' },
    })
    .input(formInput(updateProfileFields))
    .output(userDetail)
    .mutation(({ ctx, input }) => updateProfile({ ctx, input: { ...input, id: ctx.actor.id } })),
  get: permitted('users.read')
    .meta({ rest: { method: 'GET', path: '/api/users/{id}/', summary: 'A subscriber, or oneself, in full' } })
    .input(userId)
    .output(userDetail)
    .query(({ ctx, input }) => readUser({ ctx, input })),
  update: permitted('subscribers.update')
    .meta({
      rest: { method: 'PUT', path: '/api/users/{id}/', files: ['photo'], summary: "Change a subscriber's profile" },
    })
    .input(formInput(updateProfileFields.extend(userId.shape)))
    .output(userDetail)
    .mutation(({ ctx, input }) => updateProfile({ ctx, input })),
  listStaffs: permitted('staff_users.manage')
    .meta({ rest: { method: 'GET', path: '/api/users/staffs/', summary: 'Staff members' } })
    .input(peopleListInput)
    .output(staffList)
    .query(({ ctx, input }) => listPeople(ctx, input, 'staff')),
  listAdmins: permitted('staff_users.manage')
    .meta({ rest: { method: 'GET', path: '/api/users/admins/', summary: 'Admins' } })
    .input(peopleListInput)
    .output(staffList)
    .query(({ ctx, input }) => listPeople(ctx, input, 'admin')),
  registerStaff: permitted('staff_users.manage')
    .meta({ rest: { method: 'POST', path: '/api/users/register/staff/', status: 201, summary: 'Add a staff member' } })
    .input(registerStaffInput)
    .output(staffRow)
    .mutation(({ ctx, input }) => addStaffMember(ctx, input, 'staff')),
  registerAdmin: permitted('staff_users.manage')
    .meta({ rest: { method: 'POST', path: '/api/users/register/admin/', status: 201, summary: 'Add an admin' } })
    .input(registerAdminInput)
    .output(staffRow)
    .mutation(({ ctx, input }) => addStaffMember(ctx, input, 'admin')),
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
    .output(detailAnswer)
    .mutation(({ ctx, input }) => removeUser({ ctx, input })),
  endSessions: permitted('sessions.end')
    .meta({
      rest: { method: 'POST', path: '/api/users/{id}/sessions/end/', summary: 'Log another user out everywhere' },
    })
    .input(userId)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => endSessionsOf({ ctx, input })),
})
