import { LEVELS } from '../chain-levels.ts'
import { MemberDetails } from './member-details.tsx'

export default function RetailerDetailsPage() {
  return <MemberDetails level={LEVELS.retailer} />
}
