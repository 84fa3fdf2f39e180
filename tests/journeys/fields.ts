import type { Locator, Page } from 'playwright-core'

const pageOf = (inside: Page | Locator): Page => ('page' in inside ? inside.page() : inside)

/** Chooses an option of a select of the office. */
export async function choose(inside: Page | Locator, label: string, option: string): Promise<void> {
  await inside.getByRole('combobox', { name: label }).click()
  await pageOf(inside)
    .locator('.ant-select-item-option')
    .and(pageOf(inside).getByTitle(option, { exact: true }))
    .click()
}

/** Types a day (`YYYY-MM-DD`) as a person would, dd/mm/yyyy, and goes on. */
export async function typeDay(inside: Page | Locator, label: string, day: string): Promise<void> {
  const field = inside.getByRole('textbox', { name: label }).or(inside.getByLabel(label)).first()
  await field.fill(day.split('-').toReversed().join('/'))
  await field.press('Tab')
}
