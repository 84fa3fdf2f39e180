import type { LandingTexts } from '../texts/landing-texts.ts'
import { Ambulance, Chevrons, Drawing } from './parts.tsx'
import { Sticker } from './sticker.tsx'

interface HeroSceneProps {
  words: LandingTexts['phone']
  ambulance: string
  className?: string
}

const ROAD = 'M-260 660C-80 506 130 414 360 392s500 8 1370-40'

/** Dusk on a highway: a car with its sticker, the phone that has scanned it, and who comes down the road. */
export function HeroScene({ words, ambulance, className }: HeroSceneProps) {
  return (
    <Drawing box="0 0 720 640" {...(className ? { className } : {})}>
      <circle cx="408" cy="296" r="226" fill="var(--a-sun)" />
      <path
        d="M-120 640C-20 440 90 330 210 322c120-8 180 26 290 4s190-44 330-34 220 40 900-20v368z"
        fill="var(--a-hill)"
      />
      <path d="M-240 640C-80 506 130 414 360 388s500 10 1370-40v292z" fill="var(--a-field)" />
      <path d={ROAD} fill="none" stroke="var(--a-tar)" strokeWidth="36" />
      <path d={ROAD} fill="none" stroke="var(--a-sun)" strokeWidth="3" strokeDasharray="22 16" />
      <Ambulance x={12} y={382} by={0.9} turn={-19} word={ambulance} />
      <Car />
      <Sticker x={428} y={302} by={1.2} turn={-4} />
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
    <g transform="translate(524 384) rotate(7)">
      <path d="M60 330c-10-60 20-110 70-130h70c20 40 30 90 24 160z" fill="var(--a-skin-2)" />
      <rect width="176" height="330" rx="24" fill="#0b1416" />
      <rect x="9" y="9" width="158" height="312" rx="16" fill="#fff" />
      <path d="M25 9h126a16 16 0 0 1 16 16v17H9V25A16 16 0 0 1 25 9z" fill="#0d1216" />
      <Chevrons x={20} y={17} by={0.75} />
      <path d="M44 25.500h48" stroke="#fff" strokeWidth="6" strokeLinecap="round" />
      <rect x="19" y="56" width="138" height="142" rx="16" fill="#7c0010" />
      <rect x="19" y="56" width="138" height="134" rx="16" fill="#c5001a" />
      <text x="88" y="124" textAnchor="middle" fontSize="26" fontWeight="800" fill="#fff">
        {words.button}
      </text>
      <text x="88" y="150" textAnchor="middle" fontSize="13" fill="#fff">
        {words.hint}
      </text>
      <path d="M30 220h116M30 236h84" stroke="#c9d0d6" strokeWidth="6" strokeLinecap="round" />
      <path d="M-2 176h16M-4 206h20M-2 236h16" stroke="var(--a-skin)" strokeWidth="25" strokeLinecap="round" />
      <path
        d="M206 330c8-40 6-70-14-104-10-18-22-16-28-6"
        fill="none"
        stroke="var(--a-skin)"
        strokeWidth="30"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  )
}
