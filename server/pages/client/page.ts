interface Parts {
  form: HTMLFormElement
  share: HTMLButtonElement
  'take-back': HTMLButtonElement
  photo: HTMLAnchorElement
  'call-me': HTMLButtonElement
  'photo-form': HTMLFormElement
  'photo-file': HTMLInputElement
  'hospital-way': HTMLAnchorElement
  'hospital-call': HTMLAnchorElement
  'call-driver': HTMLAnchorElement
  'call-hospital': HTMLAnchorElement
}

/** The element of the page with this id. Where a page may lack it, the caller looks. */
export const part = <Id extends string>(id: Id) =>
  document.getElementById(id) as Id extends keyof Parts ? Parts[Id] : HTMLElement

/** What the server put into the page for its script: one of `page-data.ts`. */
export const pageData = (): unknown => JSON.parse(part('data').textContent)
