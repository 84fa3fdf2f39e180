/** The requirements of OWASP ASVS 5.0 at levels 1 and 2, by section: `6.2:1-12` is 6.2.1 to 6.2.12. Their texts stand there. */
const SECTIONS =
  '1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2 ' +
  '4.1:1-3 4.2:1 4.3:1-2 4.4:1-4 5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 ' +
  '6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-2 8.2:1-3 8.3:1 8.4:1 9.1:1-3 9.2:1-4 10.1:1-2 ' +
  '10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1 ' +
  '12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 ' +
  '15.3:1-7 16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2'

const STATES = /^(yes|part|no|n\/a|site)$/

/** What is wrong with a checklist: requirements that are missing, named twice or unknown, rows without a state. */
export function checklistProblems(page: string): string[] {
  const wanted = new Set(SECTIONS.split(' ').flatMap((entry) => expand(entry.replace(':', '.'))))
  const named = new Map<string, number>()
  const problems: string[] = []
  for (const line of page.split('\n')) {
    const [, ids, state] = /^\| (\d+\.\d+\.\d+[^|]*) \|(?: ([^|]*) \|)?/.exec(line) ?? []
    if (!ids) continue
    if (!STATES.test(state ?? '')) problems.push(`${ids} has no state`)
    for (const id of ids.split(', ').flatMap(expand)) named.set(id, (named.get(id) ?? 0) + 1)
  }
  for (const id of wanted) if (!named.has(id)) problems.push(`${id} is missing`)
  for (const [id, times] of named) {
    if (!wanted.has(id)) problems.push(`${id} is no requirement of levels 1 and 2`)
    if (times > 1) problems.push(`${id} is named ${times} times`)
  }
  return problems
}

/** `6.2.1-6.2.3` and `6.2.1-3` are three. */
function expand(range: string): string[] {
  const [, section, first, last] = /^(\d+\.\d+)\.(\d+)(?:-(?:\d+\.\d+\.)?(\d+))?$/.exec(range) ?? []
  if (!section) return [range]
  const [from, to] = [Number(first), Number(last ?? first)]
  return Array.from({ length: to - from + 1 }, (_, index) => `${section}.${from + index}`)
}
