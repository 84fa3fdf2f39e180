/** Who runs this service: settings of the server, delivered in the page. Empty where a setting is. */
export interface Brand {
  name: string
  email: string
  phone: string
  address: string
  /** An http(s) address, checked by the server, or empty. */
  map_url: string
}

const UNKNOWN: Brand = { name: 'Tvarit', email: '', phone: '', address: '', map_url: '' }

/** The development server delivers the page without the block; then only the working name is known. */
function readBrand(): Brand {
  const block = document.querySelector('#brand')?.textContent
  return block ? { ...UNKNOWN, ...(JSON.parse(block) as Partial<Brand>) } : UNKNOWN
}

export const brand = readBrand()

/** A phone number as it is dialled. */
export const dialled = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`
