/** What a server of the previous version may not live with while it still runs, by the clause of a statement. */
const KINDS: Record<string, { clause: RegExp; why: string }> = {
  drop: {
    clause: /\bdrop (table|column|view|function|trigger|schema|type)\b/,
    why: 'takes away what the previous version may use',
  },
  rename: { clause: /\brename\b/, why: 'takes a name away that the previous version may use' },
  type: { clause: /\balter column \S+ (set data )?type\b/, why: 'changes a type under the previous version' },
  'not null': {
    clause: /\balter column \S+ set not null\b|\badd column (?!.*\bdefault\b)(?!.*\bgenerated\b).*\bnot null\b/,
    why: 'rejects rows that the previous version writes',
  },
  default: { clause: /\balter column \S+ drop default\b/, why: 'rejects rows that the previous version writes' },
  constraint: { clause: /\badd constraint\b/, why: 'may reject rows that the previous version writes' },
  truncate: { clause: /\btruncate\b/, why: 'empties a table of the previous version' },
}

/** An exception, in a comment: `not only added (drop): no member of the chain has one yet`. */
const MARKER = /\bnot only added \(([a-z ]+)\): \S.{19,}/g

/**
 * What a migration does besides adding (docs/operations.md, "Upgrade") without saying why it may: one
 * sentence each. Its `down` is not looked at: production never runs it.
 */
export function migrationProblems(file: string, text: string): string[] {
  const clauses = statements(withoutDown(text)).flatMap(clausesOf)
  const excused = new Set([...text.matchAll(MARKER)].map(([, kind]) => kind!))
  const problems: string[] = []
  for (const [kind, { clause, why }] of Object.entries(KINDS)) {
    const found = clauses.find((each) => clause.test(each))
    if (found && !excused.has(kind))
      problems.push(`${file}: "${found}" ${why}; see "not only added" in scripts/migrations.ts`)
    if (!found && excused.has(kind)) problems.push(`${file}: excuses "${kind}", which it does not do`)
    excused.delete(kind)
  }
  for (const kind of excused) problems.push(`${file}: excuses "${kind}", which is no kind of change`)
  return problems
}

const withoutDown = (text: string): string => text.replace(/^export async function down\b[\s\S]*?^}/m, '')

/** The texts in backticks, on one line and without what stands between `$$`: bodies of functions run later. */
const statements = (text: string): string[] =>
  [...text.matchAll(/`([^`]*)`/g)].map(([, sql]) =>
    sql!
      .replaceAll(/\$\$[\s\S]*?\$\$/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const clausesOf = (statement: string): string[] => statement.split(/[,;] (?=(?:add|drop|alter|rename) )/)
