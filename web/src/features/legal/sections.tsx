import { fill } from '@tvarit/shared/contracts/fill'
import { EmailLink } from '../../components/email-link.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'

interface SectionsProps {
  sections: readonly { title: string; lines: readonly string[] }[]
  level: 2 | 3
  /** For the `{slots}` of the lines. */
  values: Record<string, string | number>
}

/** Sections of rules, each a heading with its lines. */
export function Sections({ sections, level, values }: SectionsProps) {
  const Heading = `h${level}` as const
  return sections.map(({ title, lines }) => (
    <section key={title}>
      <Heading>{title}</Heading>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <MarkedLine text={fill(line, values)} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** A line of the rules; what stands between asterisks is strong, a number or address in brackets is a link. */
const MarkedLine = ({ text }: { text: string }) =>
  text.split(/(\*[^*]*\*|\[[^\]]*\])/).map((part) => {
    const marked = part.slice(1, -1)
    if (part.startsWith('*')) return <strong key={part}>{marked}</strong>
    if (!part.startsWith('[')) return part
    return marked.includes('@') ? <EmailLink key={part} email={marked} /> : <PhoneLink key={part} phone={marked} />
  })
