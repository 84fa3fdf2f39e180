import { detailAnswer } from '@tvarit/shared/contracts/errors'
import { userDetail, userId } from '@tvarit/shared/contracts/accounts'
import { peopleListInput } from '@tvarit/shared/contracts/lists'
import { registerAdminInput, registerStaffInput, staffList, staffRow } from '@tvarit/shared/contracts/staff'
import { updateProfileFields } from '@tvarit/shared/contracts/subscribers'
import { formInput } from '@tvarit/shared/contracts/uploads'
import { addStaffMember } from '@tvarit/shared/domain/people/staff/add-staff-member'
import { people } from '@tvarit/shared/domain/people/staff/list-people'
import { readUser } from '@tvarit/shared/domain/people/users/read-user'
import { removeUser } from '@tvarit/shared/domain/people/staff/remove-user'
import { endSessionsOf } from '@tvarit/shared/domain/people/sessions/end-sessions-of'
import { updateProfile } from '@tvarit/shared/domain/subscribers/profile/update-profile'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const usersRouter = router({
  profile: permitted('account.use')
    .meta(rest('GET', '/api/users/profile/', 'The own record'))
    .output(userDetail)
    .query(({ ctx }) => readUser({ ctx, input: { id: ctx.actor.id } })),
  updateProfile: permitted('subscribers.update')
    .meta(rest('PUT', '/api/users/profile/', 'Change the own profile', { files: ['photo'] }))
    .input(formInput(updateProfileFields))
    .output(userDetail)
    .mutation(({ ctx, input }) => updateProfile({ ctx, input: { ...input, id: ctx.actor.id } })),
  get: permitted('users.read')
    .meta(rest('GET', '/api/users/{id}/', 'A subscriber, or oneself, in full'))
    .input(userId)
    .output(userDetail)
    .query(readUser),
  update: permitted('subscribers.update')
    .meta(rest('PUT', '/api/users/{id}/', "Change a subscriber's profile", { files: ['photo'] }))
    .input(formInput(updateProfileFields.extend(userId.shape)))
    .output(userDetail)
    .mutation(updateProfile),
  listStaffs: permitted('staff_users.manage')
    .meta(rest('GET', '/api/users/staffs/', 'Staff members'))
    .input(peopleListInput)
    .output(staffList)
    .query(people.staff.page),
  listAdmins: permitted('staff_users.manage')
    .meta(rest('GET', '/api/users/admins/', 'Admins'))
    .input(peopleListInput)
    .output(staffList)
    .query(people.admin.page),
  registerStaff: permitted('staff_users.manage')
    .meta(rest('POST', '/api/users/register/staff/', 'Add a staff member', { status: 201 }))
    .input(registerStaffInput)
    .output(staffRow)
    .mutation(({ ctx, input }) => addStaffMember({ ctx, input, role: 'staff' })),
  registerAdmin: permitted('staff_users.manage')
    .meta(rest('POST', '/api/users/register/admin/', 'Add an admin', { status: 201 }))
    .input(registerAdminInput)
    .output(staffRow)
    .mutation(({ ctx, input }) => addStaffMember({ ctx, input, role: 'admin' })),
  remove: permitted('staff_users.manage')
    .meta(rest('DELETE', '/api/users/{id}/delete/', 'Remove a staff member or an admin', { also: 'POST' }))
    .input(userId)
    .output(detailAnswer)
    .mutation(removeUser),
  endSessions: permitted('sessions.end')
    .meta(rest('POST', '/api/users/{id}/sessions/end/', 'Log another user out everywhere'))
    .input(userId)
    .output(detailAnswer)
    .mutation(endSessionsOf),
})
