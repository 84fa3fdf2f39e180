import { AUDIT_SUBJECTS } from '@tvarit/shared/contracts/audit'
import type { AuditRow } from '@tvarit/shared/contracts/audit-list'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { Button } from 'antd'
import styles from './audit.module.css'
import type { AuditFilterValues, Whose } from './use-audit-filters.ts'

interface NarrowedToProps {
  filters: AuditFilterValues
  /** What is shown: it knows the names. */
  rows: readonly AuditRow[]
  show: (whose: Whose) => void
}

/** Whose entries the list is narrowed to, with the other side of a person and the way back to everything. */
export function NarrowedTo({ filters, rows, show }: NarrowedToProps) {
  const { actor_id, subject, subject_id } = filters
  const account = subject === 'user' ? subject_id : undefined
  if (!actor_id && !subject_id) return null
  const name = nameIn(rows, actor_id ?? account)
  const words = [
    ...(actor_id ? [TEXTS.audit_person_only(name)] : []),
    ...(account && !actor_id ? [TEXTS.audit_account_only(name)] : []),
    ...(subject && !account ? [TEXTS.audit_subject_only(`${AUDIT_SUBJECTS[subject]} ${subject_id}`)] : []),
  ]
  return (
    <div className={`row gap-s below ${styles.narrowed}`} role="status">
      <span>{words.join(' ')}</span>
      {actor_id ? (
        <Button onClick={() => show({ subject: 'user', subject_id: actor_id })}>What was done with this account</Button>
      ) : null}
      {account && !actor_id ? <Button onClick={() => show({ actor_id: account })}>What this person did</Button> : null}
      <Button onClick={() => show(null)}>Show everything</Button>
    </div>
  )
}

function nameIn(rows: readonly AuditRow[], id: number | undefined): string {
  const people = rows.flatMap(({ actor, person }) => [actor, person])
  return people.find((person) => person?.id === id)?.name ?? `person ${id}`
}
