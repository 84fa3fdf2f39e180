import type { PublicFacts } from '@tvarit/shared/contracts/public-facts'

const UNKNOWN: PublicFacts = {
  name: 'Tvarit',
  email: '',
  phone: '',
  address: '',
  map_url: '',
  company: { name: '', address: '', cin: '' },
  officer: { name: '', email: '', phone: '' },
  prices: { BASIC: null, GOLD: null },
  made_up: false,
}

/** The development server delivers the page without the block; then only the working name is known. */
function readBrand(): PublicFacts {
  const block = document.querySelector('#brand')?.textContent
  return block ? { ...UNKNOWN, ...(JSON.parse(block) as Partial<PublicFacts>) } : UNKNOWN
}

/** Name and numbers of the brand, as the server wrote them into the page. */
export const brand = readBrand()
