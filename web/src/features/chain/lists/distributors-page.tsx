import { trpc } from '../../../lib/trpc-query.ts'
import { LEVELS } from '../chain-levels.ts'
import { ChainList } from './chain-list.tsx'

const LEVEL = LEVELS.distributor

export default function DistributorsPage() {
  return (
    <ChainList
      title={LEVEL.all.title}
      level={LEVEL}
      procedure={trpc.chain.distributors}
      path="/api/sales/distributors/"
    />
  )
}
