import { scopeOf } from '@tvarit/shared/contracts/permissions'
import type { Role } from '@tvarit/shared/contracts/roles'
import type { MenuIcon } from './layout/menu-icons.tsx'
import type { AppRoute } from './route-types.ts'
import { ROUTES } from './routes.ts'

/** Whether a role may open a page. The server decides again on every call; this only spares people a dead end. */
export function mayOpen(route: AppRoute, role: Role): boolean {
  if (route.roles && !route.roles.includes(role)) return false
  return !route.permission || scopeOf(route.permission, role) !== null
}

export interface MenuEntry {
  label: string
  path: string
  icon: MenuIcon
}
export interface MenuGroup {
  label: string
  /** The entries can be folded away; else the label is a heading. */
  folds: boolean
  children: MenuEntry[]
}

/** The sidebar of a role, in the specification's order, with ours below; grouped entries stand at the place of their first. */
export function menuOf(role: Role): (MenuEntry | MenuGroup)[] {
  const places = ROUTES.flatMap(({ path, menu }) => (menu?.roles.includes(role) ? [{ path, ...menu }] : []))
  const menu: (MenuEntry | MenuGroup)[] = []
  for (const { label, path, icon, group, section } of places.toSorted((a, b) => a.order - b.order)) {
    const under = group ?? section
    if (!under) {
      menu.push({ label, path, icon })
      continue
    }
    const open = menu.find((item): item is MenuGroup => 'children' in item && item.label === under)
    if (open) open.children.push({ label, path, icon })
    else menu.push({ label: under, folds: group !== undefined, children: [{ label, path, icon }] })
  }
  return menu
}
