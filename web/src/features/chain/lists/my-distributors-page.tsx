import { trpc } from '../../../lib/trpc-query.ts'
import { LEVELS } from '../chain-levels.ts'
import { ChainList } from './chain-list.tsx'

const LEVEL = LEVELS.distributor

export default function MyDistributorsPage() {
  return (
    <ChainList
      title={LEVEL.own.title}
      level={LEVEL}
      procedure={trpc.chain.myDistributors}
      path="/api/sales/my-distributors/"
    />
  )
}
