import type { ComponentProps, ComponentType } from 'react'
import type { PlainDialog } from '../../../components/plain/plain-dialog.tsx'

/** The dialog the form opens: the browser's own on the public page. */
export type RegisterDialog = ComponentType<ComponentProps<typeof PlainDialog>>

/** What the registration form says, depending on who types: subscribers themselves, or the office for a customer. */
export interface Wording {
  photo: string
  mobile: string
  serial: string
  contacts: string
  /** What it means that no contact is named. */
  nobody: string
  /** Above the terms; they are the subscriber's to accept, also when staff press the button. */
  terms: string | null
  code_title: string
  code: (phone_number: string) => string
}

export const OWN_WORDING: Wording = {
  photo: 'PNG or JPG, up to 5 MB. Helps the crew to recognise you.',
  mobile: '10 digits. The code is sent here.',
  serial: 'Printed on your sticker, like S1A2B-3C4D7.',
  contacts: 'They get a message at once when your sticker is used. Please tell them that you named them.',
  nobody:
    'You named no emergency contact with a mobile number, so no message goes out when your sticker is used. You can name them later on your profile, too.',
  terms: null,
  code_title: 'Confirm your mobile number',
  code: (phone_number) => `Enter the 6-digit code sent to ${phone_number}.`,
}

export const CUSTOMER_WORDING: Wording = {
  photo: 'PNG or JPG, up to 5 MB. Helps the crew to recognise the customer.',
  mobile: "10 digits. The customer's own phone: the code is sent there.",
  serial: 'Printed on the sticker, like S1A2B-3C4D7.',
  contacts: 'They get a message at once when the sticker is used. Ask the customer to tell them that they are named.',
  nobody:
    'No emergency contact with a mobile number is named, so no message goes out when the sticker is used. The customer can name them later on the profile, too.',
  terms: 'Read these to the customer, or let them read. Press Accept only when the customer accepts.',
  code_title: "Confirm the customer's mobile number",
  code: (phone_number) =>
    `A 6-digit code was sent to the customer's phone, ${phone_number}. Ask the customer to read it to you.`,
}
