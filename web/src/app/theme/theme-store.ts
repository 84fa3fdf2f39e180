import { createStore } from '../../lib/create-store.ts'
import { PALETTES, type Shade } from './palette.ts'
import { browserStorage } from '../../lib/browser-storage.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
const store = createStore()

const readTheme = (): Theme => {
  const stored = browserStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

const readShade = (): Shade => {
  const theme = readTheme()
  if (theme !== 'system') return theme
  return prefersDark.matches ? 'dark' : 'light'
}

/** Writes the palette to the document; `style.setProperty` is allowed by the content security policy. */
function paint(): void {
  const shade = readShade()
  const root = document.documentElement
  root.dataset.theme = shade
  root.style.colorScheme = shade
  for (const [name, value] of Object.entries(PALETTES[shade])) {
    root.style.setProperty(`--${name.replace(/_/g, '-')}`, value)
  }
  store.changed()
}

/** Paints the stored theme and follows the system and the other tabs. Called once, before the first render. */
export function startTheme(): void {
  paint()
  // Safari before 14 cannot be listened to like this; there the theme follows at the next page.
  prefersDark.addEventListener?.('change', paint)
  window.addEventListener('storage', (event) => event.key === KEY && paint())
}

/** Keeps the choice in this browser and paints it at once, in all its tabs. */
export function setTheme(theme: Theme): void {
  browserStorage.setItem(KEY, theme)
  paint()
}

/** What the person chose: light, dark or system (the default). */
export const useTheme = (): Theme => store.use(readTheme)
/** What is painted right now. */
export const useShade = (): Shade => store.use(readShade)
