import type { Role } from './roles.ts'

/**
 * How far a permission reaches: every row, the caller's own rows, the caller's whole chain (subtree), or only the
 * people directly below. A verb turns the scope into a condition of its query; a role without an entry gets 403.
 */
export type Scope = 'all' | 'own' | 'chain' | 'children'

type Grant = Partial<Record<Role, Scope>>

/** Which role may do what. The one source for procedures, REST paths, the menu and the route guard. */
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
  'dashboard.office': { admin: 'all' },
  /** A user's record: each user's own, and any subscriber's. */
  'users.read': {
    admin: 'all',
    staff: 'all',
    user: 'own',
    super_distributor: 'own',
    distributor: 'own',
    retailer: 'own',
  },
  'subscribers.read': { admin: 'all', staff: 'all', user: 'own' },
  /** Who looked at the own health data. */
  'subscribers.data_views': { user: 'own' },
  'subscribers.export': { admin: 'all', staff: 'all' },
  'subscribers.register_inside': { admin: 'all', staff: 'all' },
  'subscribers.update': { admin: 'all', user: 'own' },
  'subscribers.renew': { admin: 'all' },
  /** What only a subscriber does: renewing with a coupon, testing the own sticker, checking the own contacts. */
  'subscribers.self': { user: 'own' },
  /** Data rights, exercised by us for a person who asked in another way. */
  'data.export': { admin: 'all' },
  'data.erase': { admin: 'all' },
  'coupons.read': { admin: 'all', user: 'own' },
  /** The codes of many coupons in one file. */
  'coupons.export': { admin: 'all' },
  'coupons.create': { admin: 'all' },
  'coupons.void': { admin: 'all' },
  'bulk_jobs.manage': { admin: 'all' },
  'creator_coupons.manage': { admin: 'all' },
  'staff_users.manage': { admin: 'all' },
  'staff_users.export': { admin: 'all' },
  'alerts.read': { admin: 'all', staff: 'all', user: 'own' },
  /** Many alerts in one file, phone numbers masked. */
  'alerts.export': { admin: 'all', staff: 'all' },
  'alerts.live': { admin: 'all', staff: 'all' },
  'alerts.act': { admin: 'all', staff: 'all' },
  'shift_notes.use': { admin: 'all', staff: 'all' },
  'dispatch.act': { admin: 'all', staff: 'all' },
  'handover.act': { admin: 'all', staff: 'all' },
  'drills.start': { admin: 'all', staff: 'all' },
  'on_call.manage': { admin: 'all' },
  /** Alarms on the own devices. */
  'push.use': { admin: 'own', staff: 'own' },
  'figures.read': { admin: 'all' },
  'audit.read': { admin: 'all' },
  /** Logging another user out everywhere. */
  'sessions.end': { admin: 'all' },
  'ops.read': { admin: 'all' },
  'ops.act': { admin: 'all' },
  'registry.read': { admin: 'all', staff: 'all' },
  'registry.edit': { admin: 'all' },
  'registry.set_status': { admin: 'all', staff: 'all' },
  'chain.register_super_distributor': { admin: 'all' },
  'chain.register_distributor': { admin: 'all', super_distributor: 'children' },
  'chain.register_retailer': { admin: 'all', distributor: 'children' },
  /** Which of the three above a user has decides the level; an admin names it. */
  'chain.register': { admin: 'all', super_distributor: 'children', distributor: 'children' },
  'chain.list_super_distributors': { admin: 'all' },
  'chain.list_distributors': { admin: 'all', super_distributor: 'chain' },
  'chain.list_retailers': { admin: 'all', super_distributor: 'chain', distributor: 'chain' },
  'chain.export_super_distributors': { admin: 'all' },
  'chain.export_distributors': { admin: 'all', super_distributor: 'chain' },
  'chain.export_retailers': { admin: 'all', super_distributor: 'chain', distributor: 'chain' },
  'chain.read': { admin: 'all', super_distributor: 'chain', distributor: 'chain', retailer: 'own' },
  'chain.reveal': { admin: 'all' },
  /** The coupons a member of the chain holds, and the paper trail of them. */
  'stock.read': { admin: 'all', super_distributor: 'chain', distributor: 'chain', retailer: 'own' },
  'stock.give': { admin: 'all', super_distributor: 'children', distributor: 'children' },
  'stock.take_back': { admin: 'all', super_distributor: 'children', distributor: 'children' },
  /** How many of them were activated, by month. */
  'sales.read': { admin: 'all', super_distributor: 'chain', distributor: 'chain', retailer: 'own' },
  'chain.delete': { admin: 'all', super_distributor: 'children', distributor: 'children' },
} as const satisfies Record<string, Grant>

export type Permission = keyof typeof PERMISSIONS

/** The scope a role has for a permission, or null when it has none. */
export function scopeOf(permission: Permission, role: Role): Scope | null {
  return (PERMISSIONS[permission] as Grant)[role] ?? null
}
