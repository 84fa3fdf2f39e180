import { LIMITS } from '@tvarit/shared/contracts/limits'
import { priceText } from '@tvarit/shared/contracts/public-pages'
import { brand } from '../../../lib/brand.ts'
import type { LegalTexts } from './legal-texts.ts'
import { ACCEPTED_TERMS } from './terms-en.ts'

const { company, officer, prices } = brand
const we = company.name || brand.name
const reach = [officer.email, officer.phone].filter(Boolean).map((way) => `[${way}]`)
const hearer = [officer.name, ...reach].filter(Boolean).join(', ') || 'not given yet'
const price = (name: string, rupees: number | null) =>
  `${name}: ${rupees === null ? 'ask us for the price before you pay' : priceText(rupees, 'en')}.`

export const en: LegalTexts = {
  language: 'Language',
  unreviewed: 'Draft: counsel has not yet reviewed this text.',
  made_up: 'This is a development machine: company, officer and prices are made up.',
  pages: 'Company and rules',
  version: 'Version',
  unset: 'not given yet',
  contact: {
    company: 'Company',
    registered: 'Registered address',
    cin: 'CIN',
    email: 'E-mail',
    phone: 'Phone',
    office: 'Office',
    map: 'Show on a map',
    officer: 'Grievance officer',
  },
  privacy: [
    {
      title: 'Who answers for your data',
      lines: [
        `${we} decides what is kept and why: in the words of the Digital Personal Data Protection Act, 2023 (DPDP Act) the data fiduciary.`,
        `Questions and complaints about your data go to the grievance officer: ${hearer}.`,
      ],
    },
    {
      title: 'What we keep, and why',
      lines: [
        '*About you*: name, mobile number, and if you give them e-mail and photo; address, PIN code, state. To know whom an alert is about, and to reach you.',
        '*Health data, only if you give them*: blood group, allergies, conditions, medicines, date of birth, sex. For the call centre and the hospital, in an emergency.',
        '*Your emergency contacts*: names and numbers. To tell them when your sticker is used. Each can choose how and in which language we write, and can tell us that the number is wrong.',
        '*Your sticker and plan*: serial number, terms, whether the ride was used.',
        '*An alert*: its time, the place if the phone shares it or the bystander describes it, what the call centre, the driver and the hospital did, the messages that were sent. From the bystander, only if given: a phone number and a photo; and a random number of the device with a scrambled network address, against false alerts.',
        '*Logins*: codes, browser and network address of your sessions, and a log of who looked at or changed what.',
        '*Sales partners*: identity, tax and bank details and documents, for the contract and for tax law.',
      ],
    },
    {
      title: 'On what ground',
      lines: [
        'Your consent, given with the terms when you subscribe (DPDP Act, section 6). Health data are kept on consent alone.',
        'A medical emergency with a threat to life or health, for what happens during an alert (section 7(f)).',
        'Duties of law, such as tax books and security logs.',
      ],
    },
    {
      title: 'Who gets it in an emergency',
      lines: [
        '*The bystander who scans*: the last four characters of the serial number, and your first name only if you allow it.',
        '*The call centre*: all you gave us. Each look at health data is logged, and you see these looks on your profile.',
        '*The ambulance driver*: your first name, the place, and the number of the bystander if given. No health data.',
        '*The hospital we send the link to*: your name, photo, health data and contacts, for 24 hours; each opening is logged.',
        '*Your contacts*: that there is an alert, where, which ambulance comes and how to reach its driver. Never health data.',
        '*112, 108 or another ambulance service* that the call centre calls in: what they need to find and treat you.',
      ],
    },
    {
      title: 'Who else',
      lines: [
        'Companies that carry our SMS, WhatsApp messages, calls and e-mails, and that run our computers: under contract, and only what that takes. No message to your contacts carries health data.',
        'Courts and authorities, where a law obliges us.',
        'Nobody else. We sell no data, show no advertisements and use no trackers. Sales partners see serial numbers, the day of activation and counts, never who you are.',
      ],
    },
    {
      title: 'How long',
      lines: [
        'Your profile, contacts and plan: until you erase them. Health data: until you clear them, withdraw your consent or erase your account.',
        `Place, landmark, the bystander's number and photo, words and names of a closed alert, and the contents of messages: ${LIMITS.keep_days_alert_places} days. That an alert happened, and when, stays.`,
        `Codes: ${LIMITS.keep_days_codes} day. Ended sessions: ${LIMITS.keep_days_sessions} days. The log of who did what: ${LIMITS.keep_days_audit} days. Positions of ambulances: ${LIMITS.keep_days_ambulance_positions} day.`,
        `After an erasure: plan and alerts without name, number or address for up to ${LIMITS.keep_erased_years} years, as books must be kept; backups for up to 35 days; the proof that you consented.`,
      ],
    },
    {
      title: 'Your rights, and how to use them',
      lines: [
        '*See and correct*: on your profile page. *A copy*: "Download my data" there, up to three times a day.',
        '*Withdraw your consent*: under "My consent" on your profile. Your health data are deleted at once; the sticker goes on raising alerts.',
        '*Erase*: "Erase my account" on your profile, confirmed by a code. Not while an alert about you is open.',
        '*Name a person* who uses these rights if you die or cannot: write to the grievance officer.',
        '*Without a login*, or as an emergency contact or bystander: write or call; we ask only for what shows that the data are yours.',
        'We answer within 30 days. If you are not satisfied, you may complain to the *Data Protection Board of India*, after you have complained to us.',
      ],
    },
    {
      title: 'Children',
      lines: [
        'You must be 18 to subscribe. For a child a parent or lawful guardian subscribes and consents, and we may ask for proof of that (DPDP Act, section 9). We neither track children nor advertise to them.',
      ],
    },
    {
      title: 'If data are lost or seen by others',
      lines: [
        'We tell each affected person and the Data Protection Board without delay what happened, what may follow and what you can do, and give the Board the details within 72 hours. Incidents are reported to CERT-In within 6 hours.',
      ],
    },
    {
      title: 'In your browser',
      lines: [
        'No cookies. We keep your language, colour theme and login there, and for one day a registration that you began, without health data. "Clear" removes it.',
      ],
    },
    {
      title: 'Changes',
      lines: [
        'A new version that changes the meaning is shown to you on your profile, and asks for your consent again. It never stands before help.',
      ],
    },
  ],
  terms: [
    {
      title: 'With whom',
      lines: [
        `The contract is with ${we}${company.address ? `, ${company.address}` : ''}. You must be 18; a parent or guardian subscribes for a child.`,
      ],
    },
    ...ACCEPTED_TERMS,
    {
      title: 'Price',
      lines: [
        price('Basic', prices.BASIC),
        price('Gold', prices.GOLD),
        'You pay once, before the year begins. There are no other charges, except for a ride beyond the limit of your plan. When you get money back stands under Refunds and cancellation.',
      ],
    },
    {
      title: 'What we ask of you',
      lines: [
        'Give true data, keep your number and your contacts up to date, and keep the code on the back of the sticker to yourself.',
        'Test your sticker only with the test on your profile page: a scan with a press is a real alert.',
      ],
    },
    {
      title: 'What we answer for',
      lines: [
        'We answer for what we do and for what our people do, as Indian law says. Nothing here takes away rights that the Consumer Protection Act, 2019 gives you.',
        'We do not answer for networks, phones and roads, nor for the treatment that hospitals and ambulance services of others give.',
        'Bystanders who help in good faith are protected by section 134A of the Motor Vehicles Act.',
      ],
    },
    {
      title: 'When it ends',
      lines: [
        'After one year by itself, earlier when you erase your account. A sticker whose subscription has ended still raises alerts; only the ride is not covered.',
        'We may end a subscription after false alerts on purpose, in writing and with the reason.',
      ],
    },
    {
      title: 'Complaints and law',
      lines: [
        `Grievance officer: ${hearer}. You get an answer that it has arrived within 48 hours, and a decision within one month.`,
        'Indian law applies. You may also go to the National Consumer Helpline (1915) or to the consumer commission where you live.',
      ],
    },
  ],
  refunds: [
    {
      title: 'A sticker that is not registered yet',
      lines: [
        'Give it back within *14 days* of buying it, unregistered and with its code unopened: you get the whole price from whom you bought it.',
      ],
    },
    {
      title: 'A subscription that has begun',
      lines: [
        'Cancel within *7 days* of registering: you get the whole price, unless a real alert was raised in that time. A test is no alert.',
        'Later there is no refund for the rest of the year, except below.',
      ],
    },
    {
      title: 'When it is our fault',
      lines: [
        'A sticker that cannot be scanned is replaced free of charge, at any time of your year.',
        'If you were charged twice or too much, you get the difference. If we end the service, you get back the part of the year that is left.',
        'If you paid for a ride that your plan covers, send us the receipt within 30 days: you get it back.',
      ],
    },
    {
      title: 'How to cancel',
      lines: [
        `Write to [${brand.email}] or call [${brand.phone}] with the serial number, from the number you registered. No form and no reason are needed.`,
        'We answer within 48 hours. Money goes back the way you paid, within 14 days after that.',
        'Cancelling does not erase your data: that you do on your profile page, or tell us to.',
        'Nothing renews by itself, so there is nothing to cancel at the end of the year.',
      ],
    },
  ],
  complaints: [
    {
      title: 'Complaints',
      lines: [
        'Write or call the grievance officer. You get an answer that it has arrived within 48 hours, and a decision within one month (Consumer Protection (E-Commerce) Rules, 2020).',
        'About your data: the same officer, then the Data Protection Board of India.',
        'About what you bought: also the National Consumer Helpline, 1915.',
      ],
    },
    {
      title: 'In an emergency',
      lines: ['Do not write. Call *112* or *108*, or scan the sticker.'],
    },
  ],
}
