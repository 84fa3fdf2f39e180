import type { Role } from './roles.ts'

/**
 * How far a permission reaches: every row, the caller's own rows, the caller's whole chain (subtree), or only the
 * people directly below. A verb turns the scope into a condition of its query; a role without an entry gets 403.
 */
export type Scope = 'all' | 'own' | 'chain' | 'children'

type Grant = Partial<Record<Role, Scope>>

/** Who may what. The one source for the procedure ladder, the REST paths, the menu and the route guard. */
export const PERMISSIONS = {
  'account.use': {
    admin: 'own',
    staff: 'own',
    user: 'own',
    super_distributor: 'own',
    distributor: 'own',
    retailer: 'own',
  },
  /** The own authenticator app. */
  'account.second_factor': { admin: 'own', staff: 'own' },
  'dashboard.read': {
    admin: 'all',
    staff: 'all',
    user: 'own',
    super_distributor: 'chain',
    distributor: 'chain',
    retailer: 'own',
  },
  'dashboard.staff_count': { admin: 'all' },
  /** Somebody's record: everybody's own, and any subscriber's. */
  'users.read': {
    admin: 'all',
    staff: 'all',
    user: 'own',
    super_distributor: 'own',
    distributor: 'own',
    retailer: 'own',
  },
  'subscribers.read': { admin: 'all', staff: 'all', user: 'own' },
  /** Who looked at one's own health data. */
  'subscribers.data_views': { user: 'own' },
  'subscribers.export': { admin: 'all', staff: 'all' },
  'subscribers.register_inside': { admin: 'all', staff: 'all' },
  'subscribers.update': { admin: 'all', user: 'own' },
  'subscribers.renew': { admin: 'all' },
  /** What only a subscriber does: renewing with a coupon, testing the own sticker, checking the own contacts. */
  'subscribers.self': { user: 'own' },
  /** What the law lets people ask for, done by us for somebody who asked in another way. */
  'data.export': { admin: 'all' },
  'data.erase': { admin: 'all' },
  'coupons.read': { admin: 'all', user: 'own' },
  'coupons.create': { admin: 'all' },
  'coupons.void': { admin: 'all' },
  'bulk_jobs.manage': { admin: 'all' },
  'creator_coupons.manage': { admin: 'all' },
  'staff_users.manage': { admin: 'all' },
  'alerts.read': { admin: 'all', staff: 'all', user: 'own' },
  'alerts.live': { admin: 'all', staff: 'all' },
  'alerts.act': { admin: 'all', staff: 'all' },
  'shift_notes.use': { admin: 'all', staff: 'all' },
  'dispatch.act': { admin: 'all', staff: 'all' },
  'handover.act': { admin: 'all', staff: 'all' },
  'drills.start': { admin: 'all', staff: 'all' },
  'figures.read': { admin: 'all' },
  'audit.read': { admin: 'all' },
  /** Logging somebody else out everywhere. */
  'sessions.end': { admin: 'all' },
  'ops.read': { admin: 'all' },
  'ops.act': { admin: 'all' },
  'registry.read': { admin: 'all', staff: 'all' },
  'registry.edit': { admin: 'all' },
  'registry.set_status': { admin: 'all', staff: 'all' },
  'chain.register_super_distributor': { admin: 'all' },
  'chain.register_distributor': { admin: 'all', super_distributor: 'children' },
  'chain.register_retailer': { admin: 'all', distributor: 'children' },
  /** Which of the three above somebody has decides the level; an admin names it. */
  'chain.register': { admin: 'all', super_distributor: 'children', distributor: 'children' },
  'chain.list_super_distributors': { admin: 'all' },
  'chain.list_distributors': { admin: 'all', super_distributor: 'chain' },
  'chain.list_retailers': { admin: 'all', super_distributor: 'chain', distributor: 'chain' },
  'chain.read': { admin: 'all', super_distributor: 'chain', distributor: 'chain', retailer: 'own' },
  'chain.reveal': { admin: 'all' },
  'chain.delete': { admin: 'all', super_distributor: 'children', distributor: 'children' },
} as const satisfies Record<string, Grant>

export type Permission = keyof typeof PERMISSIONS

/** The scope a role has for a permission, or null when it has none. */
export function scopeOf(permission: Permission, role: Role): Scope | null {
  return (PERMISSIONS[permission] as Grant)[role] ?? null
}
