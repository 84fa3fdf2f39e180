import { auditList, auditListInput } from '@tvarit/shared/contracts/audit-list'
import { listAudit } from '@tvarit/shared/domain/operations/audit/list-audit'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const auditRouter = router({
  list: permitted('audit.read')
    .meta(rest('GET', '/api/audit/', 'Who did or saw what, newest first'))
    .input(auditListInput)
    .output(auditList)
    .query(listAudit),
})
