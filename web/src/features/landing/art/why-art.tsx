import { Ambulance, Chevrons, Drawing, Pin } from './parts.tsx'

/** The nearest of those there are. */
export function NearestArt({ ambulance }: { ambulance: string }) {
  return (
    <Drawing box="0 0 300 220">
      <rect width="300" height="220" fill="var(--a-map)" />
      <g fill="none" stroke="var(--a-street)" strokeWidth="12">
        <path d="M-6 172C80 150 110 120 130 60S170-10 176-10M-10 60c90 10 200-10 320 40M80 230c10-60 90-110 230-110M236-10c-20 90 10 170 60 240" />
      </g>
      <g fill="none" stroke="var(--a-route)" strokeWidth="3" strokeDasharray="3 8" strokeLinecap="round">
        <circle cx="196" cy="128" r="44" />
        <circle cx="196" cy="128" r="88" />
      </g>
      <path d="M104 172c20-26 48-42 92-46" fill="none" stroke="var(--a-route)" strokeWidth="8" strokeLinecap="round" />
      <Ambulance x={30} y={136} by={0.5} word={ambulance} />
      <g opacity=".55">
        <Ambulance x={212} y={22} by={0.32} word="" />
        <Ambulance x={24} y={30} by={0.32} word="" />
      </g>
      <Pin x={196} y={132} by={1.25} />
    </Drawing>
  )
}

/** A kilometre stone of the longest national highway, Srinagar to Kanyakumari. */
export function MilestoneArt() {
  return (
    <Drawing box="0 0 300 220">
      <rect width="300" height="220" fill="var(--a-sky)" />
      <circle cx="232" cy="62" r="30" fill="var(--a-sun)" />
      <path d="M0 132c50-36 90-44 140-22s110 10 160-14v124H0z" fill="var(--a-leaf-soft)" />
      <path d="M196 220c-8-40 0-70 40-96 18-12 40-14 64-14v110z" fill="var(--a-tar)" />
      <path d="M252 220c-6-36 6-64 48-84" fill="none" stroke="#fff" strokeWidth="5" strokeDasharray="18 14" />
      <path d="M62 208V98c0-32 22-54 52-54s52 22 52 54v110z" fill="#fff" stroke="var(--a-edge)" strokeWidth="2" />
      <path d="M62 106v-8c0-32 22-54 52-54s52 22 52 54v8z" fill="var(--a-sun)" />
      <text x="114" y="94" textAnchor="middle" fontSize="25" fontWeight="800" fill="#10201f">
        NH 44
      </text>
      <Chevrons x={86} y={122} by={2.5} />
      <path d="M40 208c10-12 20-12 26 0zM158 208c6-16 18-16 26 0z" fill="var(--a-leaf)" />
      <path d="M0 208h196" stroke="var(--a-leaf)" strokeWidth="6" />
    </Drawing>
  )
}

/** Noon and three at night, one bell. */
export function AlwaysArt() {
  return (
    <Drawing box="0 0 300 220">
      <path d="M0 0h150v220H0z" fill="var(--a-sky)" />
      <path d="M150 0h150v220H150z" fill="var(--a-tar)" />
      <circle cx="48" cy="52" r="22" fill="var(--a-sun)" />
      <path
        d="M48 14v8M48 82v8M10 52h8M78 52h8M21 25l6 6M69 73l6 6M75 25l-6 6M27 73l-6 6"
        stroke="var(--a-sun)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M262 72a26 26 0 1 1-22-44 22 22 0 0 0 22 44z" fill="#fff6d8" />
      <g fill="#fff6d8">
        <circle cx="196" cy="34" r="3" />
        <circle cx="276" cy="110" r="3" />
        <circle cx="208" cy="76" r="2" />
      </g>
      <path
        d="M150 64c34 0 52 24 52 60v28l14 20c4 6 1 12-6 12H90c-7 0-10-6-6-12l14-20v-28c0-36 18-60 52-60z"
        fill="var(--a-press)"
      />
      <path d="M150 64c34 0 52 24 52 60v28l14 20c4 6 1 12-6 12h-60z" fill="#8d0013" />
      <circle cx="150" cy="58" r="10" fill="var(--a-press)" />
      <path d="M132 190a18 16 0 0 0 36 0z" fill="var(--a-sun)" />
      <path
        d="M72 108c-8 14-8 32 0 46M228 108c8 14 8 32 0 46"
        fill="none"
        stroke="var(--a-signal)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </Drawing>
  )
}
