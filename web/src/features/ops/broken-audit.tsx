import type { OpsOverview } from '@tvarit/shared/contracts/ops'
import { Notice } from '../../components/notice.tsx'

/** Above everything else: from here on nobody can say what was done. */
export function BrokenAudit({ broken }: Pick<OpsOverview['audit'], 'broken'>) {
  if (!broken) return null
  return (
    <Notice tone="error">
      {`A person changed the audit log behind the product. Entries ${broken.first_id} to ${broken.last_id}: ${broken.reason} Keep the database and the logs as they are, and tell the person who runs them.`}
    </Notice>
  )
}
