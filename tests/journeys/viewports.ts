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

/** Rules of axe whose answer depends on the theme. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** What a browser says when it keeps a page silent is no fault of the page. */
export const faults = (page: Page) => complaints.get(page)?.filter((line) => !line.includes('AudioContext'))

/**
 * What is wrong with an open page of the web client on a desk and on a phone, light and dark: serious findings of axe, and
 * what is wider than the screen; and what it has said on its console.
 */
export async function problemsInEveryLook(page: Page, looks = LOOKS): Promise<unknown[]> {
  const problems: unknown[] = []
  for (const [index, look] of looks.entries()) {
    await wear(page, look)
    // Another shade on the same screen changes colours and nothing else.
    const rules = looks.slice(0, index).some(({ phone }) => phone === look.phone) ? RULES_OF_COLOUR : undefined
    const name = `${look.phone ? 'phone' : 'desk'}, ${look.dark ? 'dark' : 'light'}`
    problems.push(...(await seriousFindings(page, rules)).map((finding) => [name, ...finding]))
    if (await isTooWide(page)) problems.push([name, 'too wide'])
    if (look.phone) problems.push(...(await smallTargets(page)).map((target) => [name, 'too small', target]))
  }
  for (const width of [320, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await painted(page)
    if (await isTooWide(page)) problems.push([`${width} px`, 'too wide'])
  }
  return [...problems, ...(faults(page) ?? [])]
}

/** One screen, light and dark. */
export const bothShades = (phone: boolean): Look[] => LOOKS.filter((look) => look.phone === phone)

/** Shows an open page on another screen in another theme, as loading it there would, but in a fraction of the time. */
async function wear(page: Page, { phone, dark }: Look): Promise<void> {
  const shade = dark ? 'dark' : 'light'
  await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1440, height: 900 })
  await setTouch(page, phone)
  await page.emulateMedia({ colorScheme: shade })
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, shade)
  await painted(page)
  // A colour on its way to the other theme is nobody's fault. What turns forever is not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity),
  )
}

/** Whether fingers press on this page, so that the style sheets see a coarse pointer. */
export async function setTouch(page: Page, enabled: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled })
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** What axe finds wrong with an open page, by all its rules or some; none of ours has frames. */
export async function findings(page: Page, rules?: readonly string[]): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const only = values && { runOnly: { type: 'rule' as const, values: [...values] } }
    return (await window.axe.run(document, { resultTypes: ['violations'], ...only })).violations
  }, rules)
}

/** Rule and first element of each. */
async function seriousFindings(
  page: Page,
  rules?: readonly string[],
): Promise<[rule: string, element: string | undefined][]> {
  const serious = (await findings(page, rules)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/**
 * What a finger could miss: controls below 44 x 44 px. A field counts with its frame or label. A link within a text is exempt,
 * as in WCAG 2.5.5.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const controls =
      'a[href], button, input, select, textarea, summary, [role=button], [role^=menuitem], [role=option], [role=tab], [role=switch], .ant-picker-cell'
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      const target = control.closest('label, .ant-select, .ant-picker, .ant-input-affix-wrapper') ?? control
      const { width, height } = target.getBoundingClientRect()
      const is_text = control.matches('a') && getComputedStyle(control).display === 'inline'
      if (is_text || !target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || width < 2)
        return []
      if (control.closest('[inert]')) return []
      const name = control.getAttribute('aria-label') ?? control.textContent.trim()
      return Math.min(width, height) < 43.5
        ? [`${name || target.textContent}: ${Math.round(width)} x ${Math.round(height)}`]
        : []
    })
  })

/** No page scrolls sideways on any screen, and no table in its frame. */
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('div:has(> table)')]
    return frames.some((frame) => frame.scrollWidth > frame.clientWidth + 1)
  })
