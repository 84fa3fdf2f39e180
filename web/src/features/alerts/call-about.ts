import { dialled } from '@tvarit/shared/contracts/phone-numbers'
import type { AlertCard } from '@tvarit/shared/contracts/alerts'

/** Dials as a press on the number does: the bystander is at the place, so their number comes first. */
export function callAbout({ first_respondent_phone, user }: Pick<AlertCard, 'first_respondent_phone' | 'user'>): void {
  const phone = first_respondent_phone ?? user?.phone_number
  if (!phone) return
  const link = document.createElement('a')
  link.href = dialled(phone)
  document.body.append(link)
  link.click()
  link.remove()
}
