import type { Prices } from './plans.ts'

/** Who runs this service, as every visitor may know: settings, handed to the web client and to search engines. Empty where unset. */
export interface PublicFacts {
  name: string
  email: string
  phone: string
  address: string
  /** An http(s) address, or empty. */
  map_url: string
  company: { name: string; address: string; cin: string }
  /** Who hears complaints. */
  officer: { name: string; email: string; phone: string }
  prices: Prices
  /** Company or prices are those of a development machine. */
  made_up: boolean
}
