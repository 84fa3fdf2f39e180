import { auditList, auditListInput } from '@tvarit/shared/contracts/audit-list'
import { listAudit } from '@tvarit/shared/domain/ground/audit/list-audit'
import { permitted, router } from '../trpc/procedures.ts'

export const auditRouter = router({
  list: permitted('audit.read')
    .meta({ rest: { method: 'GET', path: '/api/audit/', summary: 'Who did or saw what, newest first' } })
    .input(auditListInput)
    .output(auditList)
    .query(({ ctx, input }) => listAudit({ ctx, input })),
})
