// Where a link into the profile page leads: the hash of its address. A field of the form is another such place.
export const EDIT = 'edit'
export const CONTACT_CHECK = 'contact-check'
export const STICKER_TEST = 'sticker-test'
export const RENEW = 'renew'

/** A link into the own profile page. */
export const profileLink = (place: string): string => `/profile#${place}`
