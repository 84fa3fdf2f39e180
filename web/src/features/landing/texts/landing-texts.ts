export interface Titled {
  title: string
  text: string
}

/** A promise and, in the same breath, where it ends. */
export interface Promised extends Titled {
  limit: string
}

/** Every word of the landing page. One file a language; a missing text is a type error. */
export interface LandingTexts {
  language: string
  skip: string
  now: { question: string; emergency: string; ambulance: string; not_instead: string }
  nav: { label: string; how: string; benefits: string; plans: string; questions: string; account: string }
  subscribe: string
  login: string
  hero: { /** Two lines. */ title: readonly [string, string]; lead: string; more: string; limit: string }
  /** Written on the phone that is drawn in the hero; the words of the real page. */
  phone: { button: string; hint: string }
  why: { title: (brand: string) => string; lead: string; fast: Promised; nationwide: Promised; always: Promised }
  how: { title: string; lead: string; steps: readonly [Titled, Titled, Titled, Titled] }
  benefits: {
    title: string
    free: Titled
    figures: readonly { figure: string; unit: string; name: string }[]
    fee: Titled
    family: Titled
    hospital: Titled
    upgrade: Titled
  }
  plans: {
    title: string
    lead: string
    caption: string
    basic: string
    gold: string
    km: string
    price: string
    price_unknown: string
    made_up: string
    rows: readonly { what: string; basic: string; gold: string }[]
    notes: readonly string[]
  }
  helper: { title: string; lead: string; points: readonly string[] }
  questions: string
  practice: Titled & { open: string }
  company: {
    title: string
    lead: string
    name: string
    registered: string
    cin: string
    officer: string
    /** In the place of a setting that is missing. */
    unset: string
  }
  closing: { title: string; text: string }
  footer: {
    contact: string
    email: string
    phone: string
    address: string
    map: string
    new_window: string
    legal: string
    ways_in: string
    corporate: string
    promise: string
  }
}
