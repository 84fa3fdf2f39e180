import type { SignedInUser } from '@tvarit/shared/contracts/accounts'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { ROLE_BADGE } from '@tvarit/shared/contracts/roles'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useShownTitle } from '../../lib/document-title.ts'
import { logout } from '../../lib/session.ts'
import styles from './header.module.css'
import { ThemeSwitch } from './theme-switch.tsx'

interface HeaderProps {
  user: SignedInUser
  onOpenMenu: () => void
}

/** The specification's title stands above that of the page, which stays in sight while one scrolls. */
export function Header({ user, onOpenMenu }: HeaderProps) {
  const title = useShownTitle()
  return (
    <header className={styles.header}>
      <button type="button" className={styles.burger} aria-label="Open menu" onClick={onOpenMenu}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" stroke="currentColor" strokeWidth="2">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </button>
      <p className={`${styles.title} ${scopeOf('alerts.live', user.role) ? styles.beside : ''}`}>
        <span className="soft">Subscriber Management</span>
        <span className={styles.page}>{title}</span>
      </p>
      <div className={styles.person}>
        <span className={styles.badge}>{ROLE_BADGE[user.role]}</span>
        <Link className="target strong" to="/security" title="Account security">
          {user.first_name} {user.last_name}
        </Link>
      </div>
      <ThemeSwitch />
      <Button className={styles.logout} onClick={() => logout()}>
        Logout
      </Button>
    </header>
  )
}
