/** Random numbers that are the same for the same seed (mulberry32). */
export function random(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    chance: (share: number): boolean => next() < share,
    below: (count: number): number => Math.floor(next() * count),
    of: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)]!,
  }
}
export type Random = ReturnType<typeof random>
