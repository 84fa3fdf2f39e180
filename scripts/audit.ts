/**
 * `npm run audit`: known weaknesses of the packages we deliver (0 none of high or critical grade, 1 some), as the registry
 * knows them. Needs the network; 2 when the registry gives no answer, because then nothing was checked.
 */
import { spawnSync } from 'node:child_process'
import { root } from './source-files.ts'

interface Report {
  metadata?: { vulnerabilities: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; range: string }>
  message?: string
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', timeout: 60_000 })
const report = parse(stdout)
if (!report?.metadata) {
  console.error(
    `The audit service of the registry does not answer: nothing was checked. ${report?.message ?? ''}`.trim(),
  )
  process.exitCode = 2
} else {
  const grave = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
    /high|critical/.test(severity),
  )
  for (const [name, { severity, range }] of grave) console.error(`${name} ${range}: ${severity}`)
  console.log(`Known weaknesses: ${JSON.stringify(report.metadata.vulnerabilities)}`)
  process.exitCode = grave.length > 0 ? 1 : 0
}

function parse(text: string): Report | null {
  try {
    return JSON.parse(text) as Report
  } catch {
    return null
  }
}
