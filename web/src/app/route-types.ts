import type { Permission } from '@tvarit/shared/contracts/permissions'
import type { Role } from '@tvarit/shared/contracts/roles'
import type { ComponentType } from 'react'
import type { MenuIcon } from './layout/menu-icons.tsx'

/** Where a page stands in the sidebar. `roles` are those who see the entry, exactly as the specification lists them. */
export interface MenuPlace {
  label: string
  icon: MenuIcon
  order: number
  roles: readonly Role[]
  /** Entries with the same group fold into one expandable entry at the place of the first. */
  group?: string
  /** Entries with the same section stand below its heading. */
  section?: string
}

/** One row of the route table. Guard, menu, document title and 404 all come from these rows. */
export interface AppRoute {
  path: string
  title: string
  /** `public` pages carry no back office (and no antd); `office` pages need a session. */
  shell: 'public' | 'office'
  /** A page that several rows share learns its row from `path`. */
  page: () => Promise<{ default: ComponentType<{ path: string }> }>
  /** Who may open an office page: the roles with this permission, or those named. Left out: everybody signed in. */
  permission?: Permission
  roles?: readonly Role[]
  menu?: MenuPlace
  /** A session that ends on this page is said in a dialog before the login; on the others at the login. */
  expires_in_dialog?: true
}
