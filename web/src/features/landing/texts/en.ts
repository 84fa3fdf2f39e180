import type { LandingTexts } from './landing-texts.ts'

export const en: LandingTexts = {
  lang: 'en-IN',
  page_title: 'An ambulance, one scan away',
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
    lead: 'A QR sticker for your car, phone or purse. Whoever finds you scans it and presses one button. Our call centre sends an ambulance and tells your family.',
    more: 'See how it works',
    limit: 'One ambulance ride in each one-year term is free: up to 10 km on Basic, up to 15 km on Gold.',
  },
  phone: { button: 'Get help', hint: 'Press once.' },
  why: {
    title: (brand) => `Why choose ${brand}`,
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
      limit: 'If nobody there has taken an alert within 30 seconds, the page tells the person beside you to call 112.',
    },
  },
  how: {
    title: 'How It Works',
    lead: 'Two minutes for you today. One press for somebody else on the day it counts.',
    steps: [
      {
        title: 'Stick it on',
        text: 'Windshield, phone or purse. Register the serial number of the sticker with a code we send you by SMS, and name the people we should tell.',
      },
      {
        title: 'Somebody scans it',
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
      text: 'Upgrade plans cover free treatment at leading hospitals; ask us which hospitals and which treatment before you pay. Basic and Gold do not pay for treatment. They cover one ambulance ride in each term, up to 10 km on Basic and 15 km on Gold.',
    },
  },
  plans: {
    title: 'Basic or Gold',
    lead: 'They differ in one thing: how far the ride goes.',
    caption: 'What Basic and Gold cover',
    basic: 'Basic',
    gold: 'Gold',
    km: 'km',
    rows: [
      { what: 'Distance covered', basic: 'up to 10 km', gold: 'up to 15 km' },
      { what: 'Ambulance rides in one term', basic: '1', gold: '1' },
      { what: 'Length of a term', basic: '365 days', gold: '365 days' },
      { what: 'Call centre, day and night', basic: 'Included', gold: 'Included' },
      { what: 'SMS to your people, with the number of the driver', basic: 'Included', gold: 'Included' },
      { what: 'Health information to the hospital', basic: 'Included', gold: 'Included' },
    ],
    notes: [
      'You start on Basic. For Gold, and for the fee of either, call or write to us.',
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
  questions: {
    title: 'Questions people ask',
    list: [
      {
        title: 'Does this replace 112 or 108?',
        text: 'No. Calling 112 or 108 is always right, and the page that a scan opens shows both numbers at all times. The sticker is for the moment when you cannot speak for yourself: it tells us who you are, and it tells your family.',
      },
      {
        title: 'What exactly is free?',
        text: 'One ambulance ride to a hospital in each one-year term: up to 10 km on Basic, up to 15 km on Gold. A longer way or a second ride is not; ask for the price before you go. A limit never stops help from being sent.',
      },
      {
        title: 'What does somebody see who scans my sticker?',
        text: 'The last four characters of its serial number, one big button, 112 and 108. Your first name only if you allow it. Never your address, your contacts or your plan.',
      },
      {
        title: 'What if that phone has no network or no location?',
        text: 'The page keeps the press, sends it as soon as the network is back, and says plainly to call 112 meanwhile. Without a location, a landmark can be typed: a shop, a temple, a kilometre stone. The alert goes out either way.',
      },
      {
        title: 'Who sees my health information?',
        text: 'The call-centre staff and the hospital we send the link to. Each look is logged. Your contacts never get it, and whoever scans sees none of it unless you choose to show one line.',
      },
      {
        title: 'What happens after a year?',
        text: 'Your subscription ends; it does not renew by itself. A scan still reaches our call centre with the same urgency, but the ride is no longer covered. When you renew, the sticker stays the same.',
      },
      {
        title: 'Where do I get a sticker?',
        text: 'From one of our retailers, or from us: call or write. Each sticker carries a serial number, which you enter when you subscribe.',
      },
      {
        title: 'Can I leave?',
        text: 'Yes. Tell us, and we delete your data and your consent ends. Without the data we can no longer help you by sticker.',
      },
    ],
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
    ways_in: 'Your account',
    corporate: 'Corporate Login',
    promise: 'In an emergency call 112 or 108. This service does not replace them.',
  },
}
