import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../../lib/trpc-query.ts'
import { useListState } from '../../../lib/use-list-state.ts'
import { LEVELS } from '../chain-levels.ts'
import { ChainList } from './chain-list.tsx'
import { listInput, listOptions } from './list-options.ts'

const LEVEL = LEVELS.distributor

export default function MyDistributorsPage() {
  const list = useListState()
  const query = useQuery(trpc.chain.myDistributors.queryOptions(listInput(list), listOptions(LEVEL)))
  return (
    <ChainList title={LEVEL.own.title} level={LEVEL} list={list} query={query} path="/api/sales/my-distributors/" />
  )
}
