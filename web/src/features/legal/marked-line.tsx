import { EmailLink } from '../../components/email-link.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'

/** A line of the rules; what stands between asterisks is strong, a number or address in brackets is a link. */
export const MarkedLine = ({ text }: { text: string }) =>
  text.split(/(\*[^*]*\*|\[[^\]]*\])/).map((part) => {
    const marked = part.slice(1, -1)
    if (part.startsWith('*')) return <strong key={part}>{marked}</strong>
    if (!part.startsWith('[')) return part
    return marked.includes('@') ? <EmailLink key={part} email={marked} /> : <PhoneLink key={part} phone={marked} />
  })
