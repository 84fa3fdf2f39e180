import type { PublicFacts } from '@tvarit/shared/contracts/public-facts'
import { type Config, missingPublicSettings } from '@tvarit/shared/platform/settings/config'

export const publicFacts = (config: Config): PublicFacts => ({
  name: config.BRAND_NAME,
  email: config.BRAND_EMAIL,
  phone: config.BRAND_PHONE,
  address: config.BRAND_ADDRESS,
  map_url: webAddress(config.BRAND_MAP_URL),
  company: {
    name: config.COMPANY_NAME ?? '',
    address: config.COMPANY_ADDRESS ?? '',
    cin: config.COMPANY_CIN ?? '',
  },
  officer: {
    name: config.GRIEVANCE_OFFICER ?? '',
    email: config.GRIEVANCE_EMAIL ?? '',
    phone: config.GRIEVANCE_PHONE ?? '',
  },
  prices: { BASIC: config.PRICE_BASIC ?? null, GOLD: config.PRICE_GOLD ?? null },
  made_up: config.NODE_ENV !== 'production' && missingPublicSettings(config).length > 0,
})

/** A setting becomes a link that people press: only an http(s) address may, anything else is left out. */
function webAddress(text: string): string {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : ''
}
