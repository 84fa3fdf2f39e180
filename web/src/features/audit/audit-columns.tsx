import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '@tvarit/shared/contracts/audit'
import type { AuditRow } from '@tvarit/shared/contracts/audit-list'
import { ROLE_BADGE, type Role } from '@tvarit/shared/contracts/roles'
import { Link } from 'react-router'
import type { Column } from '../../components/list/data-table.tsx'
import { SecondLine } from '../../components/list/second-line.tsx'
import { formatDateTime } from '../../lib/dates.ts'

const wordsOf = (table: Record<string, string>, key: string): string => table[key] ?? key

export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
  { title: 'What', main: true, render: ({ action }) => wordsOf(AUDIT_ACTIONS, action) },
  { title: 'When', tabular: true, sort: 'at', render: ({ at }) => formatDateTime(at) },
  { title: 'Who', render: Who },
  { title: 'About', render: About },
  { title: 'Details', render: Detail },
  { title: 'IP address', tabular: true, render: ({ ip }) => ip },
]

function Who({ actor }: AuditRow) {
  if (!actor) return 'Without login'
  return (
    <>
      <Link to={`/audit?actor_id=${actor.id}`}>{actor.name || `Person ${actor.id}`}</Link>
      <SecondLine>{ROLE_BADGE[actor.role]}</SecondLine>
    </>
  )
}

function About({ subject, subject_id, person }: AuditRow) {
  const words = wordsOf(AUDIT_SUBJECTS, subject)
  if (subject_id === null) return words
  const page = pageOf(subject, subject_id, person?.role)
  const name = person?.name || `${words} ${subject_id}`
  return (
    <>
      {page ? <Link to={page}>{name}</Link> : name}
      {person ? <SecondLine>{ROLE_BADGE[person.role]}</SecondLine> : null}
    </>
  )
}

const PAGES: Record<string, string> = { alert: 'qr-alerts', coupon: 'coupon-details', bulk_job: 'bulk-coupons' }
const PAGES_OF_ROLES: Partial<Record<Role, string>> = {
  user: 'subscriber',
  super_distributor: 'super-distributor',
  distributor: 'distributor',
  retailer: 'retailer',
}

/** Where one sees more of it; null for what has no page of its own. */
function pageOf(subject: string, id: number, role: Role | undefined): string | null {
  const page = role ? PAGES_OF_ROLES[role] : PAGES[subject]
  return page ? `/${page}/${id}` : null
}

/** `Alert id: 7; Fields: address, photo`. */
function Detail({ detail }: AuditRow) {
  const facts = Object.entries(detail).filter(([, value]) => value !== null && value !== '' && value !== false)
  if (facts.length === 0) return null
  const words = facts.map(([key, value]) => `${nameOf(key)}: ${valueInWords(value)}`)
  return <span>{words.join('; ')}</span>
}

const nameOf = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')

function valueInWords(value: unknown): string {
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(valueInWords).join(', ')
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value)
}
