import { Chevrons, Drawing } from './parts.tsx'

/** One coin, and that is all. */
export function CoinArt() {
  return (
    <Drawing box="0 0 120 120">
      <path d="M18 92c12 14 72 14 84 0v8c-12 16-72 16-84 0z" fill="var(--a-edge)" />
      <circle cx="60" cy="56" r="44" fill="var(--a-sun)" />
      <circle
        cx="60"
        cy="56"
        r="34"
        fill="none"
        stroke="#10201f"
        strokeWidth="3"
        strokeDasharray="2 6"
        strokeLinecap="round"
      />
      <path
        d="M44 38h32M44 50h32M44 38h10c20 0 20 24 0 24H44l22 20"
        fill="none"
        stroke="#10201f"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Drawing>
  )
}

/** A message with the number of the driver. */
export function MessageArt() {
  return (
    <Drawing box="0 0 120 120">
      <rect x="8" y="20" width="52" height="92" rx="12" fill="var(--a-night)" />
      <rect x="14" y="28" width="40" height="72" rx="5" fill="var(--a-glass)" />
      <path
        d="M46 10h56c7 0 12 5 12 12v34c0 7-5 12-12 12H70L50 84V68h-4c-7 0-12-5-12-12V22c0-7 5-12 12-12z"
        fill="var(--a-sun)"
      />
      <circle cx="62" cy="39" r="15" fill="none" stroke="#10201f" strokeWidth="5" />
      <path d="M47 37c10-6 20-6 30 0M62 41v13" stroke="#10201f" strokeWidth="5" fill="none" />
      <circle cx="62" cy="40" r="4" fill="#10201f" />
      <path d="M86 32h18M86 46h12" stroke="#10201f" strokeWidth="5" strokeLinecap="round" />
    </Drawing>
  )
}

/** What the hospital should know, before the doors open. */
export function RecordArt() {
  return (
    <Drawing box="0 0 120 120">
      <rect x="18" y="16" width="76" height="98" rx="10" fill="var(--a-night)" />
      <rect x="26" y="28" width="60" height="78" rx="4" fill="#fff" />
      <rect x="40" y="8" width="32" height="18" rx="6" fill="var(--a-steel)" />
      <path
        d="M30 56h12l6-14 10 26 6-12h18"
        fill="none"
        stroke="var(--a-press)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M36 80h34M36 93h22" stroke="var(--a-edge)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="92" cy="90" r="20" fill="var(--a-sun)" />
      <path d="M84 89v-5a8 8 0 0 1 16 0v5M82 89h20v12H82z" fill="#10201f" />
      <path d="M87 88v-4a5 5 0 0 1 10 0v4" fill="none" stroke="var(--a-sun)" strokeWidth="3" />
    </Drawing>
  )
}

/** The doors of a hospital, and a plan that reaches further. */
export function HospitalArt() {
  return (
    <Drawing box="0 0 120 120">
      <path d="M8 50h28v62H8zM84 50h28v62H84z" fill="var(--a-steel)" />
      <rect x="30" y="20" width="60" height="92" rx="6" fill="var(--a-night)" />
      <text x="60" y="52" textAnchor="middle" fontSize="30" fontWeight="800" fill="#fff">
        H
      </text>
      <path d="M50 112V84h20v28z" fill="var(--a-sun)" />
      <path
        d="M40 64h8v8h-8zM72 64h8v8h-8zM56 64h8v8h-8zM16 60h10v8H16zM94 60h10v8H94zM16 78h10v8H16zM94 78h10v8H94z"
        fill="var(--a-glass)"
      />
      <path d="M2 114h116" stroke="var(--a-edge)" strokeWidth="5" strokeLinecap="round" />
      <Chevrons x={49} y={-2} by={0.95} />
    </Drawing>
  )
}
