interface AlertRule {
  /** What is counted, and in which time. */
  counts: string
  /** So many earlier ones are nothing special; the next alert is. */
  limit: number
  minutes: number
  /** `verify_by_phone`: waits without sound, too. `relatives_wait`: rings as usual. In both relatives wait for a claim. */
  effect: 'verify_by_phone' | 'relatives_wait'
  /** For the operator; of relatives that wait, why: after "Relatives wait for a claim: ". */
  words: string
}

export const VERIFY_BY_PHONE = 'Verify by phone'

/**
 * What looks like a prank. An alert that a rule finds is kept and shown all the same; docs/security.md has the same table.
 * A device is the caller's choice. A network is an IPv4 address or 48 bits of an IPv6 one, and thousands may share it. Drills and
 * synthetic alerts are not counted, and neither are private addresses: those are proxies.
 */
export const ALERT_RULES = {
  device_apart: {
    counts: 'alerts of one device at other places',
    limit: 3,
    minutes: 10,
    effect: 'verify_by_phone',
    words: VERIFY_BY_PHONE,
  },
  device_anywhere: {
    counts: 'alerts of one device, wherever',
    limit: 10,
    minutes: 10,
    effect: 'verify_by_phone',
    words: VERIFY_BY_PHONE,
  },
  source_on_sticker: {
    counts: 'reports of one source (network and device) on one sticker',
    limit: 10,
    minutes: 60,
    effect: 'verify_by_phone',
    words: VERIFY_BY_PHONE,
  },
  network_apart: {
    counts: 'alerts of one network, more than 2 km apart',
    limit: 2,
    minutes: 10,
    effect: 'relatives_wait',
    words: 'third alert or more from this network, far apart',
  },
  network_unplaced: {
    counts: 'alerts of one network, not known to be within 2 km',
    limit: 6,
    minutes: 10,
    effect: 'relatives_wait',
    words: 'seventh alert or more from this network',
  },
  network_anywhere: {
    counts: 'alerts of one network, wherever',
    limit: 10,
    minutes: 10,
    effect: 'relatives_wait',
    words: 'eleventh alert or more from this network',
  },
  sticker_rejected: {
    counts: 'rejected alerts of one sticker',
    limit: 2,
    minutes: 60,
    effect: 'relatives_wait',
    words: 'this sticker was rejected twice within the hour',
  },
  another_site: {
    counts: 'presses from a page of another site (`Sec-Fetch-Site: cross-site`)',
    limit: 0,
    minutes: 0,
    effect: 'relatives_wait',
    words: 'pressed from another website',
  },
} as const satisfies Record<string, AlertRule>

/** The rules that let relatives wait. */
export type WaitRule = {
  [Name in keyof typeof ALERT_RULES]: (typeof ALERT_RULES)[Name]['effect'] extends 'relatives_wait' ? Name : never
}[keyof typeof ALERT_RULES]

/** Metres within which alerts of one network may be one accident. */
export const ONE_ACCIDENT_METRES = 2_000

/** Why relatives wait, for card, page and timeline. A rule of a newer version has no words here. */
export const relativesWaitText = (rule: string): string => {
  const words = (ALERT_RULES as Record<string, AlertRule>)[rule]?.words
  return words ? `Relatives wait for a claim: ${words}` : 'Relatives wait for a claim'
}
