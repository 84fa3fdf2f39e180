/** Share of people by seconds since the press, one line for each arm, as SVG that reads on light and dark. */
export function nightChart(
  arms: { name: string; colour: string; seconds: readonly number[]; people: number }[],
): string {
  const [width, height, left, top, right, bottom] = [680, 320, 48, 16, 150, 36]
  const MOST = 300
  const x = (seconds: number) => left + (seconds / MOST) * (width - left - right)
  const y = (share: number) => top + (1 - share) * (height - top - bottom)
  const text = (at: [number, number], words: string, anchor = 'start') =>
    `<text x="${at[0].toFixed(0)}" y="${at[1].toFixed(0)}" text-anchor="${anchor}" font-size="13" fill="#808890">${words}</text>`
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${left} ${y(share)}H${width - right}" stroke="#808890" stroke-opacity=".35"/>${text([left - 6, y(share) + 4], `${share * 100} %`, 'end')}`,
  )
  const ticks = [0, 60, 120, 180, 240, 300].map((seconds) =>
    text([x(seconds), height - 14], seconds === 0 ? 'press' : `${seconds / 60} min`, 'middle'),
  )
  const lines = arms.map(({ name, colour, seconds, people }) => {
    const share = (until: number) => seconds.filter((each) => each <= until).length / people
    const points = Array.from({ length: 61 }, (_, n) => `${x(n * 5).toFixed(1)},${y(share(n * 5)).toFixed(1)}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="3"/>
<text x="${width - right + 8}" y="${(y(share(MOST)) + 4).toFixed(0)}" font-size="13" fill="${colour}">${name}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" role="img" aria-label="Share of relatives reached by time since the press">
${[...grid, ...ticks, ...lines].join('\n')}
</svg>
`
}
