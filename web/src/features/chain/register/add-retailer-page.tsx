import { LEVELS } from '../chain-levels.ts'
import { SubordinateForm } from './subordinate-form.tsx'

export default function AddRetailerPage() {
  return <SubordinateForm level={LEVELS.retailer} />
}
