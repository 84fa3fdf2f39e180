import { AUDIT_ACTIONS } from '@tvarit/shared/contracts/audit'
import { choiceFilter } from '../../components/list/choice-filter.tsx'
import { dayFilter } from '../../components/list/day-filter.tsx'
import type { Filter } from '../../components/list/list-filters.tsx'
import type { AuditFilterValues } from './use-audit-filters.ts'

const BY_LABEL = Object.fromEntries(Object.entries(AUDIT_ACTIONS).toSorted(([, a], [, b]) => a.localeCompare(b)))

export const auditFilters = ({ from, to }: AuditFilterValues, today: string): readonly Filter[] => [
  choiceFilter('action', 'What', BY_LABEL),
  dayFilter('from', 'From', { max: to ?? today }),
  dayFilter('to', 'To', { min: from, max: today }),
]
