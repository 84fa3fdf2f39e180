import { dialled, spokenPhone } from '@tvarit/shared/contracts/phone-numbers'

/** A number to call, as it is read aloud. */
export const PhoneLink = ({ phone, className = 'numbers' }: { phone: string; className?: string }) => (
  <a className={`target ${className}`} href={dialled(phone)}>
    {spokenPhone(phone)}
  </a>
)
