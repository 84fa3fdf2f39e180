import { detailAnswer } from '@tvarit/shared/contracts/errors'
import {
  chainList,
  chainMember,
  chainMemberId,
  parentChoiceInput,
  parentChoices,
  registerSubordinateFields,
  revealInput,
} from '@tvarit/shared/contracts/chain'
import { peopleListInput } from '@tvarit/shared/contracts/lists'
import { formInput } from '@tvarit/shared/contracts/uploads'
import { deleteChainMember } from '@tvarit/shared/domain/sales/chain/delete-chain-member'
import { listChain } from '@tvarit/shared/domain/sales/chain/list-chain'
import { listParentChoices } from '@tvarit/shared/domain/sales/chain/list-parent-choices'
import { readChainMember } from '@tvarit/shared/domain/sales/chain/read-chain-member'
import { registerSubordinate } from '@tvarit/shared/domain/sales/chain/register-subordinate'
import { revealIdentity } from '@tvarit/shared/domain/sales/chain/reveal-identity'
import { z } from 'zod'
import { permitted, router } from '../trpc/procedures.ts'

export const chainRouter = router({
  superDistributors: permitted('chain.list_super_distributors')
    .meta({ rest: { method: 'GET', path: '/api/sales/super-distributors/', summary: 'Super distributors' } })
    .input(peopleListInput)
    .output(chainList)
    .query(({ ctx, input }) => listChain({ ctx, input: { ...input, role: 'super_distributor' } })),
  distributors: permitted('chain.list_distributors')
    .meta({ rest: { method: 'GET', path: '/api/sales/distributors/', summary: 'Distributors within reach' } })
    .input(peopleListInput)
    .output(chainList)
    .query(({ ctx, input }) => listChain({ ctx, input: { ...input, role: 'distributor' } })),
  retailers: permitted('chain.list_retailers')
    .meta({ rest: { method: 'GET', path: '/api/sales/retailers/', summary: 'Retailers within reach' } })
    .input(peopleListInput)
    .output(chainList)
    .query(({ ctx, input }) => listChain({ ctx, input: { ...input, role: 'retailer' } })),
  myDistributors: permitted('chain.list_distributors')
    .meta({ rest: { method: 'GET', path: '/api/sales/my-distributors/', summary: 'The own distributors' } })
    .input(peopleListInput)
    .output(chainList)
    .query(({ ctx, input }) => listChain({ ctx, input: { ...input, role: 'distributor' } })),
  myRetailers: permitted('chain.list_retailers')
    .meta({ rest: { method: 'GET', path: '/api/sales/my-retailers/', summary: 'The own retailers' } })
    .input(peopleListInput)
    .output(chainList)
    .query(({ ctx, input }) => listChain({ ctx, input: { ...input, role: 'retailer' } })),
  parentChoices: permitted('chain.register_super_distributor')
    .input(parentChoiceInput)
    .output(parentChoices)
    .query(({ ctx, input }) => listParentChoices({ ctx, input })),
  get: permitted('chain.read')
    .meta({
      rest: {
        method: 'GET',
        path: '/api/sales/hierarchy-users/{id}/',
        aliases: ['/api/sales/subordinate/{id}/'],
        summary: 'A member of the chain in full, identity numbers masked',
      },
    })
    .input(chainMemberId)
    .output(chainMember)
    .query(({ ctx, input }) => readChainMember({ ctx, input })),
  register: permitted('chain.register')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/users/register/subordinate/',
        status: 201,
        files: ['photo', 'aadhar_upload', 'pan_upload', 'gstin_upload'],
        summary: 'Register the level below',
      },
    })
    .input(formInput(registerSubordinateFields))
    .output(chainMember)
    .mutation(({ ctx, input }) => registerSubordinate({ ctx, input })),
  reveal: permitted('chain.reveal')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/sales/hierarchy-users/{id}/reveal/',
        summary: 'See one masked number, with a reason; audited',
      },
    })
    .input(revealInput)
    .output(z.object({ value: z.string().nullable() }))
    .mutation(({ ctx, input }) => revealIdentity({ ctx, input })),
  remove: permitted('chain.delete')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/api/sales/hierarchy-users/{id}/',
        summary: 'Remove a member who has nobody below',
      },
    })
    .input(chainMemberId)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => deleteChainMember({ ctx, input })),
})
