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
import { chain } from '@tvarit/shared/domain/sales/chain/list-chain'
import { listParentChoices } from '@tvarit/shared/domain/sales/chain/list-parent-choices'
import { readChainMember } from '@tvarit/shared/domain/sales/chain/read-chain-member'
import { registerSubordinate } from '@tvarit/shared/domain/sales/chain/register-subordinate'
import { revealIdentity } from '@tvarit/shared/domain/sales/chain/reveal-identity'
import { z } from 'zod'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const chainRouter = router({
  superDistributors: permitted('chain.list_super_distributors')
    .meta(rest('GET', '/api/sales/super-distributors/', 'Super distributors'))
    .input(peopleListInput)
    .output(chainList)
    .query(chain.super_distributor.page),
  distributors: permitted('chain.list_distributors')
    .meta(rest('GET', '/api/sales/distributors/', 'Distributors within reach'))
    .input(peopleListInput)
    .output(chainList)
    .query(chain.distributor.page),
  retailers: permitted('chain.list_retailers')
    .meta(rest('GET', '/api/sales/retailers/', 'Retailers within reach'))
    .input(peopleListInput)
    .output(chainList)
    .query(chain.retailer.page),
  myDistributors: permitted('chain.list_distributors')
    .meta(rest('GET', '/api/sales/my-distributors/', 'The own distributors'))
    .input(peopleListInput)
    .output(chainList)
    .query(chain.distributor.page),
  myRetailers: permitted('chain.list_retailers')
    .meta(rest('GET', '/api/sales/my-retailers/', 'The own retailers'))
    .input(peopleListInput)
    .output(chainList)
    .query(chain.retailer.page),
  parentChoices: permitted('chain.register_super_distributor')
    .input(parentChoiceInput)
    .output(parentChoices)
    .query(listParentChoices),
  get: permitted('chain.read')
    .meta(
      rest('GET', '/api/sales/hierarchy-users/{id}/', 'A member of the chain in full, identity numbers masked', {
        aliases: ['/api/sales/subordinate/{id}/'],
      }),
    )
    .input(chainMemberId)
    .output(chainMember)
    .query(readChainMember),
  register: permitted('chain.register')
    .meta(
      rest('POST', '/api/users/register/subordinate/', 'Register the level below', {
        status: 201,
        files: ['photo', 'aadhar_upload', 'pan_upload', 'gstin_upload'],
      }),
    )
    .input(formInput(registerSubordinateFields))
    .output(chainMember)
    .mutation(registerSubordinate),
  reveal: permitted('chain.reveal')
    .meta(rest('POST', '/api/sales/hierarchy-users/{id}/reveal/', 'See one masked number, with a reason; audited'))
    .input(revealInput)
    .output(z.object({ value: z.string().nullable() }))
    .mutation(revealIdentity),
  remove: permitted('chain.delete')
    .meta(rest('DELETE', '/api/sales/hierarchy-users/{id}/', 'Remove a member who has nobody below'))
    .input(chainMemberId)
    .output(detailAnswer)
    .mutation(deleteChainMember),
})
