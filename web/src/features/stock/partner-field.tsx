import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import type { FieldFrame } from '../../components/form/field.tsx'
import { type Found, FoundField, useTypedSearch } from '../../components/form/found-field.tsx'
import { trpc } from '../../lib/trpc-query.ts'
import { LEVEL_NAMES } from './wording.ts'

interface PartnerFieldProps extends FieldFrame {
  partner: Found | null
  onPartner: (partner: Found | null) => void
}

/** A partner directly below; for an admin any member of the chain. */
export function PartnerField({ partner, onPartner, ...frame }: PartnerFieldProps) {
  const typed = useTypedSearch()
  const query = useQuery(
    trpc.stock.people.queryOptions(
      { search: typed.search, page_size: 50 },
      { meta: { errorText: TEXTS.stock_failed } },
    ),
  )
  const found = (query.data?.results ?? []).map(({ id, name, firm_name, role }) => ({
    id,
    text: [name, firm_name, LEVEL_NAMES[role]].filter(Boolean).join(' · '),
  }))
  return (
    <FoundField
      {...frame}
      {...{ typed, query, found }}
      placeholder="Choose a partner"
      nothing="No partner found"
      chosen={partner}
      onChosen={onPartner}
    />
  )
}
