import { LEVELS } from '../chain-levels.ts'
import { MemberDetails } from './member-details.tsx'

export default function DistributorDetailsPage() {
  return <MemberDetails level={LEVELS.distributor} />
}
