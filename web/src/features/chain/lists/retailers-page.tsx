import { trpc } from '../../../lib/trpc-query.ts'
import { LEVELS } from '../chain-levels.ts'
import { ChainList } from './chain-list.tsx'

const LEVEL = LEVELS.retailer

export default function RetailersPage() {
  return (
    <ChainList title={LEVEL.all.title} level={LEVEL} procedure={trpc.chain.retailers} path="/api/sales/retailers/" />
  )
}
