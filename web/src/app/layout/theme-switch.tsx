import { type Theme, THEMES, setTheme, useTheme } from '../theme/theme-store.ts'
import styles from './theme-switch.module.css'

const LABELS: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' }

/** Light, dark or as the system has it. A native select: known to every phone and screen reader. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <label className={styles.switch}>
      <span className="visually-hidden">Colour theme</span>
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
      </svg>
      <select
        className={styles.select}
        value={theme}
        onChange={(event) => setTheme(event.currentTarget.value as Theme)}
      >
        {THEMES.map((choice) => (
          <option key={choice} value={choice}>
            {LABELS[choice]}
          </option>
        ))}
      </select>
    </label>
  )
}
