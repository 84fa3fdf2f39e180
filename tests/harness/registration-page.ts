import type { Page } from 'playwright-core'

/** Fills in what the registration form demands, but for the sticker's number, and one contact. */
export async function fillRegistration(page: Page, phone_number: string): Promise<void> {
  await page.getByLabel('First Name').fill('Meera')
  await page.getByLabel('Last Name').fill('Iyer')
  await page.getByLabel('Mobile Number').fill(phone_number)
  await page.getByLabel('PIN Code').fill('560001')
  await page.getByLabel('Address').fill('12 MG Road')
  await page.getByLabel('State').selectOption('Karnataka')
  await page.getByLabel('Spouse mobile').fill('9000000042')
}
