import { CHAIN_ROLES } from '@tvarit/shared/contracts/chain'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailed } from '../../components/load-failed.tsx'
import { useSessionState } from '../../lib/session.ts'
import { trpc } from '../../lib/trpc-query.ts'
import { LEVELS, mayRegister } from '../chain/chain-levels.ts'
import { PeopleTable } from '../stock/people-table.tsx'
import { StockStatistics } from '../stock/stock-statistics.tsx'

/** A sales partner's home: the own stock, what was activated, the people below with theirs, and the next step. */
export default function PartnerHome() {
  const role = useSessionState().session?.user.role ?? 'user'
  const query = useQuery(trpc.stock.get.queryOptions({}, { meta: { silent: true } }))
  const below = CHAIN_ROLES.map((level) => LEVELS[level]).find((level) => mayRegister(level, role))
  return (
    <>
      {query.isError && !query.data ? (
        <LoadFailed text={TEXTS.stock_failed} query={query} />
      ) : (
        <StockStatistics stock={query.data} />
      )}
      <div className="buttons start">
        <LinkButton to="/register" primary>
          Register a customer
        </LinkButton>
        {below ? <LinkButton to={below.add_path}>{`Add ${below.name}`}</LinkButton> : null}
        <LinkButton to="/my-stock">My stock</LinkButton>
        <LinkButton to="/sales-by-month">Sales by month</LinkButton>
      </div>
      {below ? <PeopleTable title={below.own.title} onMove={null} /> : null}
    </>
  )
}
