import { MarkedLine } from './marked-line.tsx'
import type { Section } from './texts/legal-texts.ts'

/** Sections of rules, each a heading with its lines. */
export function Sections({ sections, level }: { sections: readonly Section[]; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return sections.map(({ title, lines }) => (
    <section key={title}>
      <Heading>{title}</Heading>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <MarkedLine text={line} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
