/**
 * Everything the public pages say in one language. `{name}`-like slots are filled by `fill`. Sentences are short and
 * plain: the reader is shaken, outdoors and in a hurry.
 */
export interface PageTexts {
  /** The language's name in the language itself, for the switch. */
  own_name: string
  language: string

  // Phone numbers, on every page and in every state
  phones: string
  bar_112: string
  bar_108: string
  bar_centre: string
  call_112: string
  not_112: string

  // Scan page
  scan_title: string
  button: string
  button_hint: string
  /** {name} */
  sticker_of: string
  /** {last4} */
  sticker_ends: string
  unregistered: string
  unregistered_alert: string
  unregistered_link: string
  phone_label: string
  phone_why: string
  /** Said while the field can still be corrected. */
  phone_short: string
  /** Said when the alert has gone out without the phone. */
  phone_bad: string
  landmark_label: string
  landmark_hint: string
  samaritan: string
  samaritan_law: string

  // The press
  sending: string
  keep_open: string
  not_sent: string
  no_network: string
  no_answer: string
  /** {time} */
  pressed_at: string
  try_now: string
  /** {time} */
  never_sent: string
  press_again: string
  failed: string
  failed_hint: string
  received: string
  waiting_place: string

  // Where it is
  /** {distance} */
  place_sent: string
  /** {distance} */
  place_rough: string
  place_none: string
  place_known: string
  place_asking: string
  place_share: string
  /** {n} */
  metres: string
  /** {n} */
  kilometres: string

  // Status page
  status_title: string
  /** {time} */
  received_at: string
  screens_none: string
  screens_one: string
  /** {n} */
  screens_many: string
  waiting: string
  /** {name} {time} */
  seen_by: string
  /** {name} */
  handling: string
  ambulance_assigned: string
  ambulance_accepted: string
  ambulance_on_way: string
  ambulance_arrived: string
  ambulance_to_hospital: string
  ambulance_at_hospital: string
  /** {n} */
  eta: string
  /** {h} and {m} */
  eta_hours: string
  eta_unknown: string
  ambulance_unseen: string
  calling_driver: string
  vehicle: string
  closed: string
  /** {time} */
  closed_at: string
  closed_without_help: string
  still_112: string
  call_112_now: string
  unclaimed: string
  unreachable: string
  updates_itself: string
  details_title: string
  details_send: string
  details_saved: string
  details_failed: string

  // Pages that say why there is nothing else
  unknown_title: string
  unknown_text: string
  expired_title: string
  expired_text: string
  form_title: string
  form_text: string
  no_answer_title: string
  back: string
}
