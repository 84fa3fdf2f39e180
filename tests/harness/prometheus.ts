export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Samples of Prometheus text, and the declared types. Throws at a line that is neither. */
function parseMetrics(text: string): { samples: Sample[]; types: Map<string, string> } {
  const samples: Sample[] = []
  const types = new Map<string, string>()
  for (const line of text.split('\n').filter(Boolean)) {
    const type = /^# TYPE (\w+) (\w+)$/.exec(line)
    if (type) types.set(type[1]!, type[2]!)
    if (line.startsWith('# ')) continue
    const sample = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)
    if (!sample || (Number.isNaN(Number(sample[3])) && sample[3] !== 'Nan')) throw new Error(`Not a sample: ${line}`)
    const labels = Object.fromEntries(
      [...(sample[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    )
    samples.push({ name: sample[1]!, labels, value: Number(sample[3]) })
  }
  return { samples, types }
}

/** What a process shows on its private port. */
export async function scrape(private_url: string | null): Promise<ReturnType<typeof parseMetrics> & { text: string }> {
  const response = await fetch(`${private_url}/metrics`)
  if (response.status !== 200) throw new Error(`The metrics answered ${response.status}`)
  const text = await response.text()
  return { text, ...parseMetrics(text) }
}
