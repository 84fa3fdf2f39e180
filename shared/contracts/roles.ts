/** The six roles of the product. Any other stored value is treated as `user`. */
export const ROLES = ['admin', 'staff', 'user', 'super_distributor', 'distributor', 'retailer'] as const
export type Role = (typeof ROLES)[number]

/** The text of the role badge in the header. */
export const ROLE_BADGE: Record<Role, string> = {
  admin: 'Administrator',
  staff: 'Staff',
  user: 'User',
  super_distributor: 'SuperDistributor',
  distributor: 'Distributor',
  retailer: 'Retailer',
}

/** Where a person lands after login, by role. */
export const HOME_OF_ROLE: Record<Role, string> = {
  admin: '/dashboard',
  staff: '/qr-alerts',
  user: '/user_dashboard',
  super_distributor: '/super_distributor_dashboard',
  distributor: '/distributor_dashboard',
  retailer: '/retailer_dashboard',
}

/** Reads a role from outside: lower-cased, anything unknown becomes `user`. */
export function toRole(value: unknown): Role {
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  return ROLES.find((role) => role === text) ?? 'user'
}
