import { Ambulance, Chevrons, Drawing, Pin } from './parts.tsx'
import { Sticker } from './sticker.tsx'

/** The line that runs through all four pictures: the same height at both edges of each. */
const LINE = 254
const Route = ({ d }: { d: string }) => (
  <path d={d} fill="none" stroke="var(--a-route)" strokeWidth="6" strokeDasharray="1 14" strokeLinecap="round" />
)

/** 1. On the car, on the phone, on the purse. */
export function StickArt() {
  return (
    <Drawing box="0 0 360 280">
      <Route d={`M180 ${LINE}H360`} />
      <path
        d="M28 250c4-76 16-132 36-160 8-11 20-16 36-16h110c16 0 28 5 36 16 20 28 32 84 36 160z"
        fill="var(--a-car)"
      />
      <path
        d="M56 226c5-60 14-100 30-120 5-7 12-10 22-10h94c10 0 17 3 22 10 16 20 25 60 30 120z"
        fill="var(--a-glass)"
      />
      <path d="M92 226l58-130h34l-58 130z" fill="#fff" opacity=".3" />
      <Sticker x={136} y={116} by={1.2} turn={-3} />
      <g transform="translate(268 34) rotate(9)">
        <rect width="76" height="140" rx="14" fill="var(--a-night)" />
        <rect x="10" y="10" width="24" height="30" rx="8" fill="var(--a-field)" />
        <circle cx="22" cy="19" r="5" fill="var(--a-glass)" />
        <circle cx="22" cy="32" r="4" fill="var(--a-glass)" />
        <Sticker x={21} y={62} by={0.6} />
      </g>
      <g transform="translate(18 18)">
        <path d="M238 188c0-34 54-34 54 0" fill="none" stroke="var(--a-press)" strokeWidth="7" />
        <path
          d="M216 188h98c8 0 12 4 13 11l5 38c1 8-3 13-11 13H209c-8 0-12-5-11-13l5-38c1-7 5-11 13-11z"
          fill="var(--a-press)"
        />
        <Sticker x={248} y={196} by={0.58} turn={-4} />
      </g>
    </Drawing>
  )
}

/** 2. Any camera. */
export function ScanArt() {
  return (
    <Drawing box="0 0 360 280">
      <Route d={`M0 ${LINE}H360`} />
      <path d="M96 280c-8-44 2-86 34-112l40 112z" fill="var(--a-skin-2)" />
      <rect x="112" y="24" width="142" height="244" rx="24" fill="#0b1416" />
      <rect x="121" y="33" width="124" height="226" rx="16" fill="var(--a-glass)" />
      <path d="M121 196c40-16 84-14 124 4v43a16 16 0 0 1-16 16h-92a16 16 0 0 1-16-16z" fill="var(--a-car)" />
      <Sticker x={150} y={82} by={1.1} />
      <path
        d="M138 96V82a10 10 0 0 1 10-10h14M228 96V82a10 10 0 0 0-10-10h-14M138 158v14a10 10 0 0 0 10 10h14M228 158v14a10 10 0 0 1-10 10h-14"
        fill="none"
        stroke="var(--a-sun)"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path d="M132 126h102" stroke="var(--a-signal)" strokeWidth="4" data-sweep="" />
      <circle cx="183" cy="232" r="15" fill="#fff" stroke="var(--a-night)" strokeWidth="4" />
      <path d="M262 290c14-26 14-50-4-80" fill="none" stroke="var(--a-skin)" strokeWidth="28" strokeLinecap="round" />
      <path d="M100 168h30M96 200h36M102 232h28" stroke="var(--a-skin)" strokeWidth="24" strokeLinecap="round" />
    </Drawing>
  )
}

/** 3. A person at every hour, and a screen that rings. */
export function CentreArt() {
  return (
    <Drawing box="0 0 360 280">
      <Route d={`M0 ${LINE}H360`} />
      <path d="M34 280c0-62 22-96 66-96s66 34 66 96z" fill="var(--a-field)" />
      <rect x="86" y="150" width="28" height="44" rx="12" fill="var(--a-skin-2)" />
      <path d="M58 112c0-34 18-54 44-54s42 20 42 52c0 34-18 62-42 62s-44-26-44-60z" fill="var(--a-skin)" />
      <path d="M52 138c-8-56 12-92 52-92 30 0 48 20 46 56-26 2-50-8-62-26-6 22-20 34-26 62z" fill="var(--a-hair)" />
      <circle cx="62" cy="52" r="20" fill="var(--a-hair)" />
      <path d="M58 122c0-50 20-70 46-70" fill="none" stroke="var(--a-night)" strokeWidth="7" strokeLinecap="round" />
      <rect x="48" y="108" width="22" height="34" rx="10" fill="var(--a-night)" />
      <path d="M60 140c4 18 20 24 40 22" fill="none" stroke="var(--a-night)" strokeWidth="5" strokeLinecap="round" />
      <circle cx="104" cy="161" r="6" fill="var(--a-signal)" />
      <path d="M238 222h32v30h-32z" fill="var(--a-car-2)" />
      <path d="M206 256h96" stroke="var(--a-car-2)" strokeWidth="10" strokeLinecap="round" />
      <rect x="166" y="76" width="178" height="150" rx="14" fill="#0b1416" />
      <rect x="176" y="86" width="158" height="130" rx="8" fill="var(--a-map)" />
      <path
        d="M176 176c40-10 60-40 80-90M214 216c10-40 60-60 120-62M176 116h158"
        stroke="var(--a-street)"
        strokeWidth="7"
        fill="none"
      />
      <circle cx="262" cy="150" r="34" fill="var(--a-press)" opacity=".18" data-ring="" />
      <circle cx="262" cy="150" r="22" fill="var(--a-press)" opacity=".25" />
      <Pin x={262} y={156} by={1.1} />
      <path d="M176 94a8 8 0 0 1 8-8h142a8 8 0 0 1 8 8v10H176z" fill="var(--a-press)" />
      <Chevrons x={184} y={90} by={0.5} colour="#fff" />
      <path d="M204 95.500h48" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M300 60c8-10 8-24 0-34M318 68c14-18 14-44 0-62"
        transform="rotate(-90 300 60) translate(-12 -4)"
        fill="none"
        stroke="var(--a-press)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </Drawing>
  )
}

/** 4. The ambulance on its way, and the family that reads of it. */
export function FamilyArt({ ambulance }: { ambulance: string }) {
  return (
    <Drawing box="0 0 360 280">
      <path d={`M0 ${LINE}H360`} stroke="var(--a-route)" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M226 30h92c10 0 18 8 18 18v48c0 10-8 18-18 18h-62l-26 24v-24h-4c-10 0-18-8-18-18V48c0-10 8-18 18-18z"
        fill="var(--a-night)"
      />
      <path d="M228 58h86M228 82h56" stroke="#fff" strokeWidth="8" strokeLinecap="round" />
      <path
        d="M62 16h104c10 0 18 8 18 18v30c0 10-8 18-18 18h-4v20L136 82H62c-10 0-18-8-18-18V34c0-10 8-18 18-18z"
        fill="var(--a-sun)"
      />
      <path d="M66 40h92M66 58h58" stroke="var(--a-ink)" strokeWidth="7" strokeLinecap="round" />
      <Ambulance x={26} y={119} by={1.24} word={ambulance} />
      <path d="M4 178h16M0 204h14" stroke="var(--a-route)" strokeWidth="6" strokeLinecap="round" />
    </Drawing>
  )
}
