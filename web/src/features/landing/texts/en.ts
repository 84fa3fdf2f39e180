import { TREATMENT } from '@tvarit/shared/contracts/public-pages'
import type { LandingTexts } from './landing-texts.ts'

export const en: LandingTexts = {
  language: 'Language',
  skip: 'Skip to the page',
  now: {
    question: 'Emergency now?',
    emergency: 'Emergency',
    ambulance: 'Ambulance',
    not_instead: 'This service does not replace 112.',
  },
  nav: {
    label: 'On this page',
    how: 'How it works',
    benefits: 'Benefits',
    plans: 'Plans',
    questions: 'Questions',
    account: 'Account',
  },
  subscribe: 'Subscribe Now',
  login: 'Login',
  hero: {
    title: ['When you cannot call,', 'your sticker can.'],
    lead: 'A QR sticker for your car, phone or purse. The person who finds you scans it and presses one button. Our call centre sends an ambulance and tells your family.',
    more: 'See how it works',
    limit: 'One ambulance ride in each one-year term is free: up to 10\u00a0km on Basic, up to 15\u00a0km on Gold.',
  },
  phone: { button: 'Get help', hint: 'Press once.' },
  why: {
    title: (brand) => `Why Choose ${brand}`,
    lead: 'Three things we stand for, and beside each of them what we cannot promise.',
    fast: {
      title: 'Fast dispatch',
      text: 'One press rings on every call-centre screen at the same moment. The operator sees the ambulances sorted by distance and sends one.',
      limit: 'We promise no minute of arrival: traffic, distance and the ambulances on duty decide it.',
    },
    nationwide: {
      title: 'Nationwide coverage',
      text: 'The sticker works in every state and union territory, and every alert reaches the same call centre. The page that opens speaks English and ten more Indian languages.',
      limit:
        'How far away the nearest ambulance is differs from place to place. Where none of ours is near, the operator turns to 108.',
    },
    always: {
      title: '24/7, every day',
      text: 'Our call centre takes alerts at noon, at three at night and on every holiday, with the same bell.',
      limit:
        'If nobody there has claimed an alert within 30 seconds, the page tells the person beside you to call 112.',
    },
  },
  how: {
    title: 'How It Works',
    lead: 'Two minutes for you today. One press for a bystander on the day it counts.',
    steps: [
      {
        title: 'Stick it on',
        text: 'Windshield, phone or purse. Register the serial number of the sticker with a code we send you by SMS, and name the people we should tell.',
      },
      {
        title: 'A bystander scans it',
        text: 'The camera of any phone will do. No app, no login, and nobody has to give a name.',
      },
      {
        title: 'One press, and we know',
        text: 'The call centre sees whose sticker it is and, if that phone shares its location, where you are.',
      },
      {
        title: 'Help moves, your family knows',
        text: 'An ambulance is sent. Your people get an SMS at once, and another with the number of the driver.',
      },
    ],
  },
  benefits: {
    title: 'Subscriber Benefits',
    free: {
      title: 'Free ambulance service in emergencies',
      text: 'One ride to a hospital in each one-year term. A longer way or a second ride costs extra; ask for the price before you go. A limit never stops help from being sent.',
    },
    figures: [
      { figure: '1', unit: 'ride', name: 'per term' },
      { figure: '10', unit: 'km', name: 'on Basic' },
      { figure: '15', unit: 'km', name: 'on Gold' },
    ],
    fee: {
      title: 'A minimal fee, no hidden charges',
      text: 'One small subscription fee for one year. It does not renew by itself. Only a ride beyond the limit of your plan costs extra.',
    },
    family: {
      title: 'Your loved ones know immediately',
      text: 'The contacts you name get an SMS when the alert comes in and, once an ambulance is sent, the name and phone number of its driver. Never your health data.',
    },
    hospital: {
      title: 'The hospital knows you',
      text: 'Your conditions and medicines, as you gave them to us, go to the hospital as a private link. It ends after 24 hours, and every look at it is logged.',
    },
    upgrade: {
      title: 'Upgrade plans with treatment',
      text: `${TREATMENT.en} Basic and Gold cover one ambulance ride in each term, up to 10 km on Basic and 15 km on Gold.`,
    },
  },
  plans: {
    title: 'Basic or Gold',
    lead: 'They differ in one thing: how far the ride goes.',
    caption: 'What Basic and Gold cover',
    basic: 'Basic',
    gold: 'Gold',
    km: 'km',
    price: 'One year, all taxes included',
    price_unknown: 'ask us',
    made_up: 'This is a development machine: company and prices are made up.',
    rows: [
      { what: 'Distance covered', basic: 'up to 10 km', gold: 'up to 15 km' },
      { what: 'Ambulance rides in one term', basic: '1', gold: '1' },
      { what: 'Length of a term', basic: '365 days', gold: '365 days' },
      { what: 'Call centre, day and night', basic: 'Included', gold: 'Included' },
      { what: 'SMS to your people, with the number of the driver', basic: 'Included', gold: 'Included' },
      { what: 'Health information to the hospital', basic: 'Included', gold: 'Included' },
    ],
    notes: [
      'You start on Basic. For Gold call or write to us, before or after you subscribe.',
      'Beyond the distance, ask for the price before you go.',
    ],
  },
  helper: {
    title: 'If you are the one who scans: you may help.',
    lead: 'The law protects Good Samaritans (Motor Vehicles Act, section 134A).',
    points: [
      'You need not give your name, address or phone number. Nobody may force you to.',
      'You may leave once help has been called.',
      'Not sure what to do? Calling 112 is never wrong.',
    ],
  },
  questions: 'Questions people ask',
  practice: {
    title: 'Try a practice scan',
    text: 'See what a bystander sees, and press the button. Nothing is sent and nothing is kept.',
    open: 'Open the practice page',
  },
  company: {
    title: 'Who stands behind it',
    lead: 'A company with an address, and a person who hears complaints.',
    name: 'Company',
    registered: 'Registered address',
    cin: 'CIN',
    officer: 'Grievance officer',
    unset: 'not given yet',
  },
  closing: {
    title: 'Two minutes now.',
    text: 'Have the serial number of your sticker at hand; a code by SMS does the rest.',
  },
  footer: {
    contact: 'Contact',
    email: 'E-mail',
    phone: 'Phone',
    address: 'Address',
    map: 'Show on a map',
    new_window: '(opens in a new window)',
    legal: 'Good to know',
    ways_in: 'Your account',
    corporate: 'Corporate Login',
    promise: 'In an emergency call 112 or 108. This service does not replace them.',
  },
}
