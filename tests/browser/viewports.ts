import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { complaints } from './browser.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

interface Look {
  phone: boolean
  dark: boolean
}

const LOOKS: Look[] = [
  { phone: false, dark: false },
  { phone: false, dark: true },
  { phone: true, dark: true },
  { phone: true, dark: false },
]

/** What a browser says when it keeps a page silent is no fault of the page. */
export const faults = (page: Page) => complaints.get(page)?.filter((line) => !line.includes('AudioContext'))

/**
 * What is wrong with an open page of the web client on a desk and on a phone, light and dark: serious findings of axe, and
 * what is wider than the screen; and what it has said on its console.
 */
export async function problemsInEveryLook(page: Page, looks = LOOKS): Promise<unknown[]> {
  const problems: unknown[] = []
  for (const look of looks) {
    await wear(page, look)
    const name = `${look.phone ? 'phone' : 'desk'}, ${look.dark ? 'dark' : 'light'}`
    problems.push(...(await seriousFindings(page)).map((finding) => [name, ...finding]))
    if (await isTooWide(page)) problems.push([name, 'too wide'])
  }
  return [...problems, ...(faults(page) ?? [])]
}

/** One screen, light and dark. */
export const bothShades = (phone: boolean): Look[] => LOOKS.filter((look) => look.phone === phone)

/** Shows an open page on another screen in another theme, as loading it there would, but in a fraction of the time. */
async function wear(page: Page, { phone, dark }: Look): Promise<void> {
  const shade = dark ? 'dark' : 'light'
  await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: shade })
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, shade)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  // A colour on its way to the other theme is nobody's fault. What turns for ever is not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity),
  )
}

/** What axe finds wrong with an open page; none of ours has frames. */
export async function findings(page: Page): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations)
}

/** Rule and first element of each. */
async function seriousFindings(page: Page): Promise<[rule: string, element: string | undefined][]> {
  const serious = (await findings(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => [id, nodes[0]?.html])
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('div:has(> table)')]
    return frames.some((frame) => frame.scrollWidth > frame.clientWidth + 1)
  })
