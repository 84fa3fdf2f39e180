import { trpc } from '../../../lib/trpc-query.ts'
import { LEVELS } from '../chain-levels.ts'
import { ChainList } from './chain-list.tsx'

const LEVEL = LEVELS.super_distributor

export default function SuperDistributorsPage() {
  return (
    <ChainList
      title={LEVEL.all.title}
      level={LEVEL}
      procedure={trpc.chain.superDistributors}
      path="/api/sales/super-distributors/"
    />
  )
}
