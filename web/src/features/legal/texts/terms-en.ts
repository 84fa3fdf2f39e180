import { TREATMENT } from '@tvarit/shared/contracts/public-pages'
import type { Section } from './legal-texts.ts'

/** What a subscriber accepts: the dialog shows these, `/terms` these and more. A change of meaning needs a new notice. */
export const ACCEPTED_TERMS: readonly Section[] = [
  {
    title: 'What you get',
    lines: [
      'A bystander scans your sticker and presses one button; our call centre is alerted day and night.',
      'An ambulance ride to a hospital: up to *10 km* on the Basic plan, up to *15 km* on Gold. Each plan covers *one ride* in its year (one-time use). Beyond that, ask the driver for the price before you go.',
      "Messages to the contacts you name, with the driver's number.",
      'The subscription runs for one year from today and does not renew by itself.',
    ],
  },
  {
    title: 'What this is not',
    lines: [
      'It does not replace 112 or 108. In an emergency, calling them is never wrong.',
      'We cannot promise a time of arrival: traffic, distance and free ambulances decide it.',
      `It is not an insurance. ${TREATMENT.en}`,
    ],
  },
  {
    title: 'Your data, and your consent',
    lines: [
      'By pressing Accept you *consent* that we keep what you entered, including your *health data* (conditions, medicines, allergies, blood group, date of birth, sex), to help you in an emergency.',
      'Health data are seen by call-centre staff and, when we send them a link, by the hospital. Each look is logged. Your contacts are told that there is an emergency, never your health data. The bystander who scans the sticker sees none of it.',
      'Name only contacts who agree to be called.',
      'You can see and correct your data in your profile. Tell us at any time, and we delete it and this consent ends; without the data we can no longer help you by sticker.',
    ],
  },
  {
    title: 'The sticker',
    lines: [
      'One sticker belongs to one person. Do not give it to another: their alert would call your family.',
      'False alerts on purpose keep an ambulance from a person who needs it, and may end the subscription.',
    ],
  },
]
