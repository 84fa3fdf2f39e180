import { report } from './harness.ts'

/**
 * `npm run bench -- NAME`: a benchmark with its peer or floor in the same run; options behind the name are the benchmark's
 * own (`npm run bench -- lists --subscribers 5000000`). The machine should have nothing else to do. Exit code 1 when a
 * target is missed.
 */
const NAMES = ['alerts', 'loss', 'attacked', 'messages', 'bulk', 'lists', 'board', 'scan-page', 'capacity']
const name = process.argv[2] ?? ''
if (!NAMES.includes(name)) {
  console.error(`npm run bench -- NAME. The names are: ${NAMES.join(', ')}.`)
  process.exit(2)
}
await import(`./${name}.ts`)
report.finish(name)
process.exit()
