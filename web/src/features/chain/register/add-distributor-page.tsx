import { LEVELS } from '../chain-levels.ts'
import { SubordinateForm } from './subordinate-form.tsx'

export default function AddDistributorPage() {
  return <SubordinateForm level={LEVELS.distributor} />
}
