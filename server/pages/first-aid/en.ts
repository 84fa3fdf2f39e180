import type { FirstAidTexts } from './first-aid-texts.ts'

// Needs a doctor's name and date before it goes live, in every language.
export const en: FirstAidTexts = {
  title: 'While you wait: tap what you see',
  bleeding: {
    title: 'Bleeding a lot',
    steps: [
      'Press hard on the wound with a cloth and both hands.',
      'Do not lift the cloth. Put more on top and keep pressing.',
      'Press until help takes over.',
    ],
  },
  no_breath: {
    title: 'Not breathing, or only gasping',
    steps: [
      'Lay the person flat on the back. Put both hands on the middle of the chest.',
      'Press hard and fast: 5 cm deep, 2 times a second. Let the chest come up each time.',
      'Do not stop. Change every 2 minutes if another person can take over.',
    ],
  },
  unconscious: {
    title: 'Unconscious but breathing',
    steps: [
      'Watch the chest all the time. If breathing stops, press the chest.',
      'Blood or vomit in the mouth: turn head and body together onto the side.',
      'Give nothing to eat or drink.',
    ],
  },
  neck: {
    title: 'Fallen or hit: do not move the neck',
    steps: [
      'Leave the person lying, unless there is fire or traffic.',
      'Hold the head still with both hands, as it lies.',
      'Leave a helmet on, unless the person cannot breathe.',
    ],
  },
  burns: {
    title: 'Burns',
    steps: [
      'Cool with running water for 20 minutes.',
      'Take off rings and watch. Leave clothes that stick.',
      'Cover loosely with a clean cloth. No ice, no paste, no oil.',
    ],
  },
  sources: 'After the Indian Red Cross and ILCOR.',
  call_me: 'Ask us to call you',
  call_me_asked: 'The call centre has been asked to call you.',
  photo: 'Send a photo of the scene',
  photo_consent: 'The call centre and the ambulance crew see it. It is deleted with the data of the alert.',
  photo_sent: 'The photo was sent.',
  photo_failed: 'The photo could not be sent. Please try again.',
}
