import { useQuery } from '@tanstack/react-query'
import { type Found, FoundField, useTypedSearch } from '../../../components/form/found-field.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { LEVELS } from '../chain-levels.ts'

interface ParentFieldProps {
  role: 'super_distributor' | 'distributor'
  parent: Found | null
  error: string | undefined
  onParent: (parent: Found | null) => void
}

/** Whom the new member belongs to: an admin searches by name, phone, e-mail or firm. */
export function ParentField({ role, parent, error, onParent }: ParentFieldProps) {
  const level = LEVELS[role]
  const name = level.name.toLowerCase()
  const typed = useTypedSearch()
  const query = useQuery(
    trpc.chain.parentChoices.queryOptions({ role, search: typed.search }, { meta: { errorText: level.failed } }),
  )
  const found = (query.data ?? []).map((choice) => ({
    id: choice.id,
    text: [choice.name, choice.firm_name].filter(Boolean).join(' · '),
  }))
  return (
    <FoundField
      {...{ typed, query, found, error }}
      label="Belongs to"
      marked
      hint={`The ${name} who manages the new member. Search by name, phone, email or firm.`}
      placeholder={`Choose a ${name}`}
      nothing={query.isError ? level.failed : level.empty}
      chosen={parent}
      onChosen={onParent}
    />
  )
}
