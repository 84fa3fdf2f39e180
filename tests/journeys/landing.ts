import type { Browser, Page } from 'playwright-core'
import { visit } from './browser.ts'
import type { World } from '../harness/world.ts'

/** Settings of a brand whose words no text of ours has. */
export const BRAND = {
  BRAND_NAME: 'Sanjivani & Sons </script><b>',
  BRAND_EMAIL: 'care@sanjivani.example',
  BRAND_PHONE: '+91 80 4718 2222',
  BRAND_ADDRESS: '14 MG Road, Bengaluru 560001',
  COMPANY_NAME: 'Sanjivani Seva Pvt Ltd',
  COMPANY_ADDRESS: '2 Registered Road, Mysuru 570001',
  COMPANY_CIN: 'U85110KA2020PTC000000',
  GRIEVANCE_OFFICER: 'Lakshmi Rao',
  GRIEVANCE_EMAIL: 'officer@sanjivani.example',
  GRIEVANCE_PHONE: '080 4718 2223',
  PRICE_BASIC: '1250',
  PRICE_GOLD: '2500',
  BRAND_MAP_URL: 'https://maps.example/?q=14+MG+Road&z="17"',
}

/** Opens the landing page and waits until the web client shows it. */
export async function openLanding(
  browser: Browser,
  world: World,
  look: { phone?: boolean; dark?: boolean } = {},
): Promise<Page> {
  const page = await visit(browser, world, '/', look)
  // The first words, which the server writes, have a heading, too, but none of this.
  await page.getByRole('banner').waitFor()
  return page
}
