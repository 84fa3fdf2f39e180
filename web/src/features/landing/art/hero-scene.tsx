import type { LandingTexts } from '../texts/landing-texts.ts'
import { Ambulance, Chevrons, Drawing, Sticker } from './parts.tsx'

interface HeroSceneProps {
  words: LandingTexts['phone']
  ambulance: string
  className?: string
}

/** Dusk on a highway: a car with its sticker, the phone that has scanned it, and who comes down the road. */
export function HeroScene({ words, ambulance, className }: HeroSceneProps) {
  return (
    <Drawing box="0 0 720 640" {...(className ? { className } : {})}>
      <circle cx="372" cy="300" r="232" fill="var(--a-sun)" />
      <path d="M0 322c90-46 168-58 250-30s150 20 232-8 150-22 238 14v342H0z" fill="var(--a-hill)" />
      <path d="M0 366c120-22 240-6 360-6s240-18 360 2v278H0z" fill="var(--a-field)" />
      <path
        d="M0 356C150 330 330 352 500 346c90-3 160-10 220-14v26c-80 6-170 12-260 14C300 376 150 362 0 392z"
        fill="var(--a-tar)"
      />
      <path
        d="M0 374c150-26 330-4 500-13 90-4 160-10 220-16"
        fill="none"
        stroke="var(--a-sun)"
        strokeWidth="3"
        strokeDasharray="22 16"
      />
      <Ambulance x={34} y={274} by={0.86} word={ambulance} />
      <Car />
      <Sticker x={446} y={318} by={1.22} turn={-4} />
      <Phone words={words} />
    </Drawing>
  )
}

/** From the front; the driver sits on the right, as in India. */
function Car() {
  return (
    <g>
      <path d="M212 640V494c0-34 16-52 44-62l66-20h238l66 20c28 10 44 28 44 62v146z" fill="var(--a-car)" />
      <path
        d="M290 426c8-72 22-130 44-152 10-10 24-14 40-14h134c16 0 30 4 40 14 22 22 36 80 44 152z"
        fill="var(--a-car)"
      />
      <path
        d="M316 412c7-58 18-100 34-118 6-7 15-10 26-10h130c11 0 20 3 26 10 16 18 27 60 34 118z"
        fill="var(--a-glass)"
      />
      <path d="M352 412l58-128h52l-58 128z" fill="#fff" opacity=".28" />
      <path
        d="M346 404c0-24 14-40 34-40s34 16 34 40"
        fill="none"
        stroke="var(--a-night)"
        strokeWidth="8"
        opacity=".55"
      />
      <path
        d="M286 404c-30-4-46 2-46 18 0 10 12 14 40 12zM596 404c30-4 46 2 46 18 0 10-12 14-40 12z"
        fill="var(--a-car-2)"
      />
      <path d="M256 446c60-20 310-20 370 0" fill="none" stroke="var(--a-car-2)" strokeWidth="5" strokeLinecap="round" />
      <path d="M234 496l92 16c10 2 14 10 12 20l-3 16c-2 9-9 13-18 12l-70-8c-14-2-20-10-19-24z" fill="#fff6d8" />
      <path d="M648 496l-92 16c-10 2-14 10-12 20l3 16c2 9 9 13 18 12l70-8c14-2 20-10 19-24z" fill="#fff6d8" />
      <path d="M362 520h158l-10 44H372z" fill="var(--a-tyre)" />
      <path d="M372 536h138M376 550h130" stroke="var(--a-car-2)" strokeWidth="4" />
      <rect x="386" y="586" width="110" height="30" rx="4" fill="#fff" stroke="var(--a-car-2)" strokeWidth="3" />
      <path d="M212 574h156M514 574h156" stroke="var(--a-car-2)" strokeWidth="5" strokeLinecap="round" />
    </g>
  )
}

function Phone({ words }: { words: LandingTexts['phone'] }) {
  return (
    <g transform="translate(498 372) rotate(7)">
      <path d="M150 300c-6-60 6-110 40-140 26-22 46-14 42 6-8 34-22 60-22 134z" fill="var(--a-skin-2)" />
      <rect width="176" height="330" rx="24" fill="#0b1416" />
      <rect x="9" y="9" width="158" height="312" rx="16" fill="#fff" />
      <path d="M25 9h126a16 16 0 0 1 16 16v17H9V25A16 16 0 0 1 25 9z" fill="#0d1216" />
      <Chevrons x={20} y={17} by={0.75} />
      <path d="M44 25.500h48" stroke="#fff" strokeWidth="6" strokeLinecap="round" />
      <text x="88" y="66" textAnchor="middle" fontSize="11.500" fontWeight="700" fill="#0d1216">
        {words.title}
      </text>
      <rect x="19" y="78" width="138" height="132" rx="16" fill="#7c0010" />
      <rect x="19" y="78" width="138" height="124" rx="16" fill="#c5001a" />
      <text x="88" y="142" textAnchor="middle" fontSize="25" fontWeight="800" fill="#fff">
        {words.button}
      </text>
      <text x="88" y="166" textAnchor="middle" fontSize="12.500" fill="#fff">
        {words.hint}
      </text>
      <rect x="160" y="176" width="46" height="26" rx="13" fill="var(--a-skin)" />
      <rect x="158" y="208" width="50" height="26" rx="13" fill="var(--a-skin)" />
      <rect x="162" y="240" width="44" height="26" rx="13" fill="var(--a-skin)" />
    </g>
  )
}
