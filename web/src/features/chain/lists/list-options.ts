import { keepPreviousData } from '@tanstack/react-query'
import type { ListState } from '../../../lib/use-list-state.ts'
import type { ChainLevel } from '../chain-levels.ts'

export const listInput = (list: ListState) => ({ ...list.paging, search: list.get('search') || undefined })

export const listOptions = (level: ChainLevel) => ({
  placeholderData: keepPreviousData,
  meta: { errorText: level.failed },
})
