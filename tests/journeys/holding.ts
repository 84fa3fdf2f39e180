import type { Page } from 'playwright-core'

/** The server does the call at once; what is returned lets its answer through, and ends when the page has it. */
export async function holding(page: Page, call: string): Promise<() => Promise<void>> {
  const address = `**/trpc/${call}**`
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      await released
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return async () => {
    const answered = page.waitForResponse(address)
    release()
    await (await answered).finished()
  }
}
