/**
 * Two chevrons, quick, and no emblem whose use the law restricts (a red cross would be one). The same two as on the
 * pages a bystander sees and in `favicon.svg`; the dark tile keeps them clear on every ground.
 */
export function BrandMark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#06363b" />
      <path d="M8 8.5l6.5 7.5L8 23.5M15.5 8.5l6.5 7.5-6.5 7.5" fill="none" stroke="#ff4d5e" strokeWidth="4.2" />
    </svg>
  )
}
