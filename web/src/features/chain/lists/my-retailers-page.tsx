import { trpc } from '../../../lib/trpc-query.ts'
import { LEVELS } from '../chain-levels.ts'
import { ChainList } from './chain-list.tsx'

const LEVEL = LEVELS.retailer

export default function MyRetailersPage() {
  return (
    <ChainList
      title={LEVEL.own.title}
      level={LEVEL}
      procedure={trpc.chain.myRetailers}
      path="/api/sales/my-retailers/"
    />
  )
}
