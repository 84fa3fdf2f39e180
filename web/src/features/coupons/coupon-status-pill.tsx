import { Pill } from '../../components/pill.tsx'

/** AVAILABLE green, USED red, anything else grey. */
export function CouponStatusPill({ status }: { status: string }) {
  const tone = status === 'AVAILABLE' ? 'green' : status === 'USED' ? 'red' : 'grey'
  return <Pill tone={tone}>{status}</Pill>
}
