import type { ReactNode } from 'react'

/** A drawing beside words that say the same: not for screen readers. Colours are the `--a-*` of `landing.module.css`. */
export function Drawing({ box, className, children }: { box: string; className?: string; children: ReactNode }) {
  return (
    <svg viewBox={box} className={className} aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export interface Placed {
  x: number
  y: number
  /** Scale; 1 is the size it was drawn in. */
  by?: number
  turn?: number
}

/** The `transform` that moves, turns and scales a part. */
export const at = ({ x, y, by = 1, turn = 0 }: Placed): string => `translate(${x} ${y}) rotate(${turn}) scale(${by})`

/** The brand's two chevrons, 22 x 22. */
export function Chevrons({ colour = 'var(--a-signal)', ...place }: Placed & { colour?: string }) {
  return (
    <path
      transform={at(place)}
      d="M2 2l8 9-8 9M11 2l8 9-8 9"
      fill="none"
      stroke={colour}
      strokeWidth="5"
      strokeLinejoin="miter"
    />
  )
}

/** Facing right, wheels on y = 104. 210 x 110. */
export function Ambulance({ word, ...place }: Placed & { word: string }) {
  return (
    <g transform={at(place)}>
      <rect x="66" y="4" width="30" height="12" rx="6" fill="var(--a-signal)" data-blink="" />
      <path
        d="M4 90V28c0-8 6-14 14-14h118c8 0 13 3 17 10l15 26 26 6c8 2 12 8 12 15v19z"
        fill="#fff"
        stroke="var(--a-edge)"
        strokeWidth="2"
      />
      <path d="M124 26h14l16 26h-30z" fill="var(--a-glass)" />
      <path d="M4 60h162l40 9v9H4z" fill="var(--a-press)" />
      <Chevrons x={132} y={58} by={0.92} colour="#fff" />
      <text x="62" y="47" textAnchor="middle" fontSize="16.5" fontWeight="800" fill="var(--a-press)">
        {word}
      </text>
      <path d="M114 14v76M4 90h202" stroke="var(--a-edge)" strokeWidth="2" />
      <rect x="198" y="72" width="8" height="10" rx="3" fill="var(--a-sun)" />
      <Wheel x={46} y={90} />
      <Wheel x={162} y={90} />
    </g>
  )
}

function Wheel({ x, y, by = 1 }: Placed) {
  return (
    <g transform={at({ x, y, by })}>
      <circle r="17" fill="var(--a-tyre)" />
      <circle r="7.5" fill="var(--a-steel)" />
    </g>
  )
}

/** A place on a map; its tip is at 0, 0. 36 x 46. */
export function Pin({ colour = 'var(--a-press)', ...place }: Placed & { colour?: string }) {
  return (
    <g transform={at(place)}>
      <path d="M0 0C-12-15-18-21-18-29a18 18 0 0 1 36 0c0 8-6 14-18 29z" fill={colour} />
      <circle cy="-28" r="7" fill="#fff" />
    </g>
  )
}
