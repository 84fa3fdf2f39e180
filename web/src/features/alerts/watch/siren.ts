import { createStore } from '../../../lib/create-store.ts'

/**
 * The alarm, synthesised: no file to load, nothing to block. Each pattern is rendered once into a buffer that the audio
 * thread loops on its own, so a browser that slows down a hidden tab's timers cannot break its rhythm.
 */
export type SirenLevel = 'normal' | 'urgent' | 'alarm' | 'drill'

interface Note {
  hertz: number
  seconds: number
}

const rest = (seconds: number): Note => ({ hertz: 0, seconds })
/**
 * Every pattern but that of a drill peaks at full volume, so louder is made otherwise: `drive` saturates the wave, which
 * holds more of it near the peak, and the tones move up to where the ear is keenest (2 to 4 kHz).
 */
const PATTERNS: Record<SirenLevel, { notes: Note[]; harmonics: number[]; drive: number; volume?: number }> = {
  // Two clear tones, a breath between the calls.
  normal: {
    notes: [
      { hertz: 880, seconds: 0.4 },
      { hertz: 660, seconds: 0.4 },
      { hertz: 880, seconds: 0.4 },
      { hertz: 660, seconds: 0.4 },
      rest(0.5),
    ],
    harmonics: [1, 0.25],
    drive: 1,
  },
  // Practice: two low notes every few seconds, quiet, so that nobody takes it for an emergency.
  drill: {
    notes: [{ hertz: 523, seconds: 0.18 }, { hertz: 659, seconds: 0.22 }, rest(3.6)],
    harmonics: [1],
    drive: 1,
    volume: 0.2,
  },
  // Not claimed for half a minute: higher, twice as fast, harsher (which is heard as louder), no pause.
  urgent: {
    notes: [
      { hertz: 1175, seconds: 0.17 },
      { hertz: 880, seconds: 0.17 },
      { hertz: 1175, seconds: 0.17 },
      { hertz: 880, seconds: 0.17 },
      { hertz: 1480, seconds: 0.24 },
    ],
    harmonics: [1, 0, 0.6, 0, 0.4],
    drive: 2.2,
  },
  // A minute without an owner: a fast rising yelp that nobody takes for anything else.
  alarm: {
    notes: [
      { hertz: 1568, seconds: 0.07 },
      { hertz: 1976, seconds: 0.07 },
      { hertz: 2489, seconds: 0.07 },
      { hertz: 3136, seconds: 0.12 },
    ],
    harmonics: [1, 0, 0.5],
    drive: 10,
  },
}
const EDGE_SECONDS = 0.008

function render(context: BaseAudioContext, level: SirenLevel): AudioBuffer {
  const { notes, harmonics, drive, volume = 1 } = PATTERNS[level]
  const rate = context.sampleRate
  const total = notes.reduce((sum, note) => sum + note.seconds, 0)
  const buffer = context.createBuffer(1, Math.round(total * rate), rate)
  const samples = buffer.getChannelData(0)
  const loudest = harmonics.reduce((sum, part) => sum + part, 0)
  let start = 0
  for (const { hertz, seconds } of notes) {
    const length = Math.min(Math.round(seconds * rate), samples.length - start)
    for (let index = 0; index < length; index++) {
      const time = index / rate
      // Short ramps at both ends of a note: without them every change of tone clicks.
      const edge = Math.min(1, time / EDGE_SECONDS, (length - index) / rate / EDGE_SECONDS)
      let wave = 0
      for (const [order, part] of harmonics.entries()) wave += part * Math.sin(2 * Math.PI * hertz * (order + 1) * time)
      const clean = wave / loudest
      samples[start + index] = volume * edge * (drive > 1 ? Math.tanh(drive * clean) / Math.tanh(drive) : clean)
    }
    start += length
  }
  return buffer
}

let context: AudioContext | null = null
let playing: { level: SirenLevel; source: AudioBufferSourceNode } | null = null
const store = createStore()

/** The state of the audio hardware is the truth: sound is armed when the context runs, not when a button was clicked. */
export const isArmed = (): boolean => context?.state === 'running'

/** Whether sound is armed in this tab. */
export const useArmed = (): boolean => store.use(isArmed)

/**
 * Starts or wakes the audio. Succeeds without a gesture when the browser allows it, otherwise only from within a click
 * or key press. Resolves with whether sound is armed now.
 */
export async function armSound(): Promise<boolean> {
  if (context?.state === 'closed') context = null
  if (!context) {
    context = new AudioContext({ latencyHint: 'interactive' })
    context.addEventListener('statechange', store.changed)
  }
  // `resume` may wait for a gesture forever; the state change tells when it is granted.
  if (context.state !== 'running') await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 400))])
  store.changed()
  return isArmed()
}

/** Plays a pattern until it gets another one; null is silence. */
export function sound(level: SirenLevel | null): void {
  if (playing?.level === level) return
  playing?.source.stop()
  playing = null
  if (!level || !context || context.state !== 'running') return
  const source = context.createBufferSource()
  source.buffer = render(context, level)
  source.loop = true
  source.connect(context.destination)
  source.start()
  playing = { level, source }
}

/**
 * Plays a pattern once, as loud as in earnest, and measures what leaves for the speakers: the peak from 0 to 1, or null
 * when sound is not armed or the siren is in use.
 */
export async function rehearse(level: SirenLevel): Promise<number | null> {
  if (!context || context.state !== 'running' || playing) return null
  const source = context.createBufferSource()
  const meter = context.createAnalyser()
  source.buffer = render(context, level)
  source.connect(meter).connect(context.destination)
  const samples = new Float32Array(meter.fftSize)
  let peak = 0
  const listen = setInterval(() => {
    meter.getFloatTimeDomainData(samples)
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  }, 40)
  await new Promise((ended) => {
    source.addEventListener('ended', ended)
    source.start()
  })
  clearInterval(listen)
  return peak
}

/** What plays right now; for the screen and for tests. */
export const soundingLevel = (): SirenLevel | null => playing?.level ?? null

/** Two soft notes: the proof, right after Enable, that the speakers are on. */
export function chime(): void {
  if (!context || context.state !== 'running' || playing) return
  const gain = context.createGain()
  gain.connect(context.destination)
  const start = context.currentTime
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(0.35, start + 0.02)
  gain.gain.linearRampToValueAtTime(0, start + 0.45)
  for (const [index, hertz] of [660, 880].entries()) {
    const tone = context.createOscillator()
    tone.frequency.value = hertz
    tone.connect(gain)
    tone.start(start + index * 0.2)
    tone.stop(start + index * 0.2 + 0.22)
  }
}
