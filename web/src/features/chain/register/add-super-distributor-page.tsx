import { LEVELS } from '../chain-levels.ts'
import { SubordinateForm } from './subordinate-form.tsx'

export default function AddSuperDistributorPage() {
  return <SubordinateForm level={LEVELS.super_distributor} />
}
