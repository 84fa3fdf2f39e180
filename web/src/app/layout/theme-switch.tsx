import { MenuButton } from '../../components/menu-button.tsx'
import { type Theme, THEMES, setTheme, useTheme } from '../theme/theme-store.ts'
import styles from './theme-switch.module.css'

const LABELS: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' }

/** Light, dark or as the system has it. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <MenuButton
      className={styles.switch}
      aria-label={`Colour theme: ${LABELS[theme]}`}
      icon={
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
          <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
        </svg>
      }
      items={THEMES.map((choice) => ({
        label: LABELS[choice],
        checked: choice === theme,
        onClick: () => setTheme(choice),
      }))}
    >
      <span className={styles.name}>{LABELS[theme]}</span>
    </MenuButton>
  )
}
