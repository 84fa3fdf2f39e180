import { PEOPLE_SORTS } from '@tvarit/shared/contracts/list-choices'
import { keepPreviousData } from '@tanstack/react-query'
import type { ListState } from '../../../lib/use-list-state.ts'
import type { ChainLevel } from '../chain-levels.ts'

/** Page and order of a list of sales partners, from its URL. */
export const listInput = (list: ListState) => ({ ...list.paging, sort: list.sort(PEOPLE_SORTS) })

/** Rows stay while the next page loads; an error speaks of this level. */
export const listOptions = (level: ChainLevel) => ({
  placeholderData: keepPreviousData,
  meta: { errorText: level.failed },
})
