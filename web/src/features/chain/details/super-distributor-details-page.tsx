import { LEVELS } from '../chain-levels.ts'
import { MemberDetails } from './member-details.tsx'

export default function SuperDistributorDetailsPage() {
  return <MemberDetails level={LEVELS.super_distributor} />
}
