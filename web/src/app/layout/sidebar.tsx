import { HOME_OF_ROLE, type Role } from '@tvarit/shared/contracts/roles'
import { Drawer } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation, useMatch } from 'react-router'
import { BrandMark } from '../../components/plain/brand-mark.tsx'
import { brand } from '../../lib/brand.ts'
import { browserStorage } from '../../lib/browser-storage.ts'
import { formatCount } from '../../lib/format-count.ts'
import { type MenuEntry, type MenuGroup, menuOf } from '../access.ts'
import { Icon } from './menu-icons.tsx'
import styles from './sidebar.module.css'
import { type MenuCount, useMenuCounts } from './use-menu-counts.ts'

/** Kept in this browser while only icons are shown. */
const KEY = 'menu'

interface SidebarProps {
  role: Role
  /** On small screens: the drawer is out. On large ones the sidebar is always there. */
  open: boolean
  onClose: () => void
}

export function Sidebar({ role, open, onClose }: SidebarProps) {
  const [icons, setIcons] = useState(() => browserStorage.getItem(KEY) === 'icons')
  // On the document: the alert button has a root of its own.
  useLayoutEffect(() => {
    document.documentElement.dataset.menu = icons ? 'icons' : 'whole'
    browserStorage[icons ? 'setItem' : 'removeItem'](KEY, 'icons')
  }, [icons])
  return (
    <>
      <div className={styles.rail}>
        <MainMenu
          role={role}
          icons={icons}
          fold={
            <button
              type="button"
              className={styles.fold}
              aria-expanded={!icons}
              aria-label="Names of the menu"
              title={icons ? 'Show the names' : 'Only icons'}
              onClick={() => setIcons(!icons)}
            >
              <Icon name="fold" />
            </button>
          }
        />
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
        <MainMenu role={role} icons={false} />
      </Drawer>
    </>
  )
}

interface MainMenuProps {
  role: Role
  /** The names are for screen readers and tooltips only. */
  icons: boolean
  fold?: ReactNode
}

function MainMenu({ role, icons, fold }: MainMenuProps) {
  const { pathname } = useLocation()
  const counts = useMenuCounts(role)
  const entry = (each: MenuEntry) => <Entry key={each.path} entry={each} count={counts[each.path]} named={!icons} />
  return (
    <nav className={`${styles.nav} ${icons ? styles.icons : ''}`} aria-label="Main menu">
      <div className={styles.top}>
        <Link className={`target ${styles.brand}`} to={HOME_OF_ROLE[role]}>
          <BrandMark size={32} />
          <span className={icons ? 'visually-hidden' : ''}>{brand.name}</span>
        </Link>
        {fold}
      </div>
      <ul className={styles.menu}>
        {menuOf(role).map((item) => (
          <li key={item.label}>
            {!('children' in item) ? (
              entry(item)
            ) : item.folds ? (
              <Group
                key={`${contains(item, pathname)}`}
                label={item.label}
                open={contains(item, pathname)}
                named={!icons}
              >
                {item.children.map(entry)}
              </Group>
            ) : (
              <>
                <h2 className={styles.section}>
                  <span className={icons ? 'visually-hidden' : ''}>{item.label}</span>
                </h2>
                <ul>
                  {item.children.map((each) => (
                    <li key={each.path}>{entry(each)}</li>
                  ))}
                </ul>
              </>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        <span className={icons ? 'visually-hidden' : ''}>Emergency: </span>
        <a href="tel:112">112</a> <span aria-hidden="true">·</span> <a href="tel:108">108</a>
      </p>
    </nav>
  )
}

interface EntryProps {
  entry: MenuEntry
  /** What waits there: how much, and in words. */
  count: MenuCount | undefined
  named: boolean
}

function Entry({ entry, count, named }: EntryProps) {
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
      title={named ? undefined : entry.label}
    >
      <Icon name={entry.icon} />
      <span className={named ? '' : 'visually-hidden'}>{entry.label}</span>
      {count?.number ? (
        <span className={styles.count} data-urgent={count.urgent || undefined}>
          {formatCount(count.number)}
          <span className="visually-hidden"> {count.words}</span>
        </span>
      ) : null}
    </NavLink>
  )
}

const contains = (group: MenuGroup, pathname: string): boolean =>
  group.children.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))

interface GroupProps {
  label: string
  open: boolean
  named: boolean
  children: ReactNode[]
}

/** Opens when the current page is one of its children (its key changes then); otherwise as clicked. */
function Group({ label, open: inside, named, children }: GroupProps) {
  const [open, setOpen] = useState(inside)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.entry} title={named ? undefined : label}>
        <Icon name="sales" />
        <span className={named ? '' : 'visually-hidden'}>{label}</span>
      </summary>
      <ul className={styles.children}>
        {children.map((child, index) => (
          <li key={index}>{child}</li>
        ))}
      </ul>
    </details>
  )
}
