import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../../lib/trpc-query.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import { LEVELS } from '../chain-levels.ts'
import { ChainList } from './chain-list.tsx'
import { listInput, listOptions } from './list-options.ts'

const LEVEL = LEVELS.super_distributor

export default function SuperDistributorsPage() {
  const list = useListState()
  const query = useQuery(trpc.chain.superDistributors.queryOptions(listInput(list), listOptions(LEVEL)))
  return (
    <ChainList title={LEVEL.all.title} level={LEVEL} list={list} query={query} path="/api/sales/super-distributors/" />
  )
}
