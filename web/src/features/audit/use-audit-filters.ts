import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from '@tvarit/shared/contracts/audit'
import { useAddress } from '../../lib/use-address.ts'

export interface AuditFilterValues {
  action: AuditAction | undefined
  actor_id: number | undefined
  subject: AuditSubject | undefined
  subject_id: number | undefined
  from: string | undefined
  to: string | undefined
}

/** Whose entries are shown: what a person did, what was done with a thing, or everything. */
export type Whose = { actor_id: number } | { subject: AuditSubject; subject_id: number } | null

/** The filters as the address has them; what no procedure would take counts as left out. */
export function useAuditFilters() {
  const { params, change } = useAddress()
  const id = (name: string): number | undefined => {
    const value = Number(params.get(name))
    return Number.isSafeInteger(value) && value > 0 ? value : undefined
  }
  const day = (name: string) => (/^\d{4}-\d{2}-\d{2}$/.test(params.get(name) ?? '') ? params.get(name)! : undefined)
  const [action, subject, subject_id] = [params.get('action') ?? '', params.get('subject') ?? '', id('subject_id')]
  const about = subject_id && subject in AUDIT_SUBJECTS
  const filters: AuditFilterValues = {
    action: action in AUDIT_ACTIONS ? (action as AuditAction) : undefined,
    actor_id: id('actor_id'),
    subject: about ? (subject as AuditSubject) : undefined,
    subject_id: about ? subject_id : undefined,
    from: day('from'),
    to: day('to'),
  }
  const show = (whose: Whose) =>
    change(
      {
        actor_id: whose && 'actor_id' in whose ? String(whose.actor_id) : null,
        subject: whose && 'subject' in whose ? whose.subject : null,
        subject_id: whose && 'subject' in whose ? String(whose.subject_id) : null,
        page: null,
        cursor: null,
      },
      false,
    )
  return { filters, show }
}
