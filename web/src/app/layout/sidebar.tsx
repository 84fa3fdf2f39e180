import { HOME_OF_ROLE, type Role } from '@tvarit/shared/contracts/roles'
import { Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useMatch } from 'react-router'
import { BrandMark } from '../../components/plain/brand-mark.tsx'
import { brand } from '../../lib/brand.ts'
import { type MenuEntry, type MenuGroup, menuOf } from '../access.ts'
import { Icon } from './menu-icons.tsx'
import styles from './sidebar.module.css'

interface SidebarProps {
  role: Role
  /** On small screens: the drawer is out. On large ones the sidebar is always there. */
  open: boolean
  onClose: () => void
}

export function Sidebar({ role, open, onClose }: SidebarProps) {
  return (
    <>
      <div className={styles.rail}>
        <MainMenu role={role} />
      </div>
      <Drawer
        open={open}
        onClose={onClose}
        placement="left"
        size={256}
        closable={false}
        destroyOnHidden
        afterOpenChange={(opened) => opened && document.querySelector<HTMLElement>('[role=dialog] nav a')?.focus()}
        aria-label="Menu"
        styles={{ body: { padding: 0 } }}
      >
        <MainMenu role={role} />
      </Drawer>
    </>
  )
}

function MainMenu({ role }: { role: Role }) {
  const { pathname } = useLocation()
  return (
    <nav className={styles.nav} aria-label="Main menu">
      <Link className={styles.brand} to={HOME_OF_ROLE[role]}>
        <BrandMark size={32} />
        {brand.name}
      </Link>
      <ul className={styles.menu}>
        {menuOf(role).map((item) => (
          <li key={item.label}>
            {'children' in item ? (
              <Group key={`${contains(item, pathname)}`} group={item} open={contains(item, pathname)} />
            ) : (
              <Entry entry={item} />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        Emergency: <a href="tel:112">112</a> · <a href="tel:108">108</a>
      </p>
    </nav>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  const link = useRef<HTMLAnchorElement>(null)
  const is_here = useMatch({ path: entry.path, end: false }) !== null
  // In a low window the menu scrolls: the page one is on stays in sight.
  useEffect(() => {
    if (is_here) link.current?.scrollIntoView({ block: 'nearest' })
  }, [is_here])
  return (
    <NavLink
      ref={link}
      className={({ isActive }) => `${styles.entry} ${isActive ? styles.active : ''}`}
      to={entry.path}
    >
      <Icon name={entry.icon} />
      {entry.label}
    </NavLink>
  )
}

const contains = (group: MenuGroup, pathname: string): boolean =>
  group.children.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))

/** Opens by itself when the current page is one of its children (its key changes then); otherwise as clicked. */
function Group({ group, open: inside }: { group: MenuGroup; open: boolean }) {
  const [open, setOpen] = useState(inside)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.entry}>
        <Icon name="sales" />
        {group.label}
      </summary>
      <ul className={styles.children}>
        {group.children.map((entry) => (
          <li key={entry.path}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </details>
  )
}
