/** Icons of the sidebar, drawn on a 24 grid with one stroke: a few hundred bytes where an icon package costs kilobytes. */
const PATHS = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  people:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M16 3.5a4 4 0 0 1 0 7.5M18 14.5c2.5.8 4 3.2 4 6.5',
  coupon: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2v2h-2zM14 18h2v2h-2zM18 18h2v2h-2z',
  creator: 'M4 10v4h4l7 5V5l-7 5zM18 9a4 4 0 0 1 0 6',
  admin: 'M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6zM9 12l2 2 4-4',
  staff: 'M5 13v-1a7 7 0 0 1 14 0v1M4 13h3v6H4zM17 13h3v6h-3zM19 19c0 2-3 2.5-5 2.5',
  alert: 'M6 18v-6a6 6 0 0 1 12 0v6M4 18h16v3H4zM12 2v1.5M4.5 5l1 1M19.5 5l-1 1',
  bulk: 'M4 8l8-4 8 4-8 4zM4 12l8 4 8-4M4 16l8 4 8-4',
  ambulance:
    'M2 6h12v11H2zM14 10h4l4 4v3h-8M6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 8.5v5M5.5 11h5',
  hospital: 'M4 21V5h16v16M2 21h20M12 8v6M9 11h6M10 21v-4h4v4',
  pulse: 'M2 12h5l3-8 4 16 3-8h5',
  phone: 'M5 3h4l2 5-3 2a12 12 0 0 0 6 6l2-3 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 5a2 2 0 0 1 2-2z',
  log: 'M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7M9 8h3',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7.5V12l3 2',
  stock: 'M3 7l9-4 9 4v10l-9 4-9-4zM3 7l9 4 9-4M12 11v10',
  columns: 'M3 21h18M6 17v-5M11 17V5M16 17v-8M21 17v-3',
  warehouse: 'M3 21V9l9-6 9 6v12M7 21v-8h10v8M7 17h10',
  van: 'M3 5h11v11H3zM14 9h4l3 4v3h-7M7 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  shop: 'M4 10v11h16V10M2 10l2-6h16l2 6zM9 21v-6h6v6',
  fold: 'M14 6l-6 6 6 6M20 6l-6 6 6 6',
  sales:
    'M12 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM5 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM19 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 9v3M5 15v-3h14v3',
} as const

export type MenuIcon = keyof typeof PATHS

export function Icon({ name }: { name: MenuIcon }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
