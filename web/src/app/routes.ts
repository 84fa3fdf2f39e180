import type { AppRoute } from './route-types.ts'

/**
 * THE route table. A page exists when it has a row here: the router, the guard, the sidebar, the document titles and
 * the 404 page are all derived from it.
 */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/',
    title: 'Emergency ambulance, one scan away',
    shell: 'public',
    page: () => import('../features/landing/landing-page.tsx'),
  },
  {
    path: '/register',
    title: 'Subscribe',
    shell: 'public',
    page: () => import('../features/accounts/register/register-page.tsx'),
  },
  {
    path: '/userlogin',
    title: 'Login',
    shell: 'public',
    page: () => import('../features/accounts/login/phone-login-page.tsx'),
  },
  {
    path: '/login',
    title: 'Corporate Login',
    shell: 'public',
    page: () => import('../features/accounts/login/password-login-page.tsx'),
  },

  // Role welcome pages
  {
    path: '/user_dashboard',
    title: 'Welcome',
    shell: 'office',
    page: () => import('../features/welcome/welcome-page.tsx'),
    roles: ['user'],
  },
  {
    path: '/super_distributor_dashboard',
    title: 'Welcome',
    shell: 'office',
    page: () => import('../features/welcome/welcome-page.tsx'),
    roles: ['super_distributor'],
    menu: { label: 'Dashboard', icon: 'dashboard', order: 10, roles: ['super_distributor'] },
  },
  {
    path: '/distributor_dashboard',
    title: 'Welcome',
    shell: 'office',
    page: () => import('../features/welcome/welcome-page.tsx'),
    roles: ['distributor'],
    menu: { label: 'Dashboard', icon: 'dashboard', order: 10, roles: ['distributor'] },
  },
  {
    path: '/retailer_dashboard',
    title: 'Welcome',
    shell: 'office',
    page: () => import('../features/welcome/welcome-page.tsx'),
    roles: ['retailer'],
    menu: { label: 'Dashboard', icon: 'dashboard', order: 10, roles: ['retailer'] },
  },

  // Figures and people
  {
    path: '/dashboard',
    title: 'Dashboard',
    shell: 'office',
    page: () => import('../features/dashboard/dashboard-page.tsx'),
    permission: 'dashboard.read',
    menu: { label: 'Dashboard', icon: 'dashboard', order: 10, roles: ['admin', 'staff', 'user'] },
  },
  {
    path: '/profile',
    title: 'Profile',
    shell: 'office',
    page: () => import('../features/subscribers/profile/profile-page.tsx'),
    roles: ['user'],
  },
  {
    path: '/security',
    title: 'Account security',
    shell: 'office',
    page: () => import('../features/accounts/security/security-page.tsx'),
    permission: 'account.use',
  },
  {
    path: '/all-subscribers',
    title: 'All Subscribers',
    shell: 'office',
    page: () => import('../features/subscribers/all-subscribers-page.tsx'),
    permission: 'subscribers.read',
    menu: { label: 'All Subscribers', icon: 'people', order: 20, roles: ['admin', 'staff', 'user'] },
  },
  {
    path: '/subscriber-form',
    title: 'Add Subscriber',
    shell: 'office',
    page: () => import('../features/subscribers/subscriber-form-page.tsx'),
    permission: 'subscribers.register_inside',
  },
  {
    path: '/subscriber/:id',
    title: 'Subscriber detail',
    shell: 'office',
    page: () => import('../features/subscribers/subscriber-detail-page.tsx'),
    permission: 'subscribers.read',
  },
  {
    path: '/admin-users',
    title: 'All Admins',
    shell: 'office',
    page: () => import('../features/staff/admin-users-page.tsx'),
    permission: 'staff_users.manage',
    menu: { label: 'Admin Users', icon: 'admin', order: 50, roles: ['admin'] },
  },
  {
    path: '/staff-users',
    title: 'All Staffs',
    shell: 'office',
    page: () => import('../features/staff/staff-users-page.tsx'),
    permission: 'staff_users.manage',
    menu: { label: 'Staff Users', icon: 'staff', order: 60, roles: ['admin'] },
  },

  // Coupons
  {
    path: '/coupon-management',
    title: 'All Coupons',
    shell: 'office',
    page: () => import('../features/coupons/coupon-management-page.tsx'),
    permission: 'coupons.read',
    menu: { label: 'Manage Coupons', icon: 'coupon', order: 30, roles: ['admin', 'user'] },
  },
  {
    path: '/coupon-details/:id',
    title: 'Coupon detail',
    shell: 'office',
    page: () => import('../features/coupons/coupon-detail-page.tsx'),
    permission: 'coupons.read',
  },

  {
    path: '/creator-management',
    title: 'Creators Coupons',
    shell: 'office',
    page: () => import('../features/coupons/creators/creator-management-page.tsx'),
    permission: 'creator_coupons.manage',
    menu: { label: 'Creator Coupons', icon: 'creator', order: 40, roles: ['admin'] },
  },
  {
    path: '/bulk-coupons',
    title: 'Bulk coupons',
    shell: 'office',
    page: () => import('../features/coupons/bulk/bulk-coupons-page.tsx'),
    permission: 'bulk_jobs.manage',
    menu: { label: 'Bulk coupons', icon: 'bulk', order: 80, roles: ['admin'] },
  },
  {
    path: '/bulk-coupons/:id',
    title: 'Bulk job',
    shell: 'office',
    page: () => import('../features/coupons/bulk/bulk-job-page.tsx'),
    permission: 'bulk_jobs.manage',
  },

  // Alerts
  {
    path: '/qr-alerts',
    title: 'QR Alerts',
    shell: 'office',
    page: () => import('../features/alerts/board/alert-board-page.tsx'),
    permission: 'alerts.live',
    menu: { label: 'QR Alerts', icon: 'alert', order: 70, roles: ['admin', 'staff'] },
  },
  {
    path: '/qr-alerts/:id',
    title: 'Alert detail',
    shell: 'office',
    page: () => import('../features/alerts/detail/alert-detail-page.tsx'),
    permission: 'alerts.live',
  },

  // Ambulances and hospitals; the specification's menu has neither, so they stand below it and only for admins
  {
    path: '/ambulances',
    title: 'Ambulances',
    shell: 'office',
    page: () => import('../features/registry/ambulances-page.tsx'),
    // Staff have no entry in the menu; they come from the map of alerts to say who is off duty.
    permission: 'registry.set_status',
    menu: { label: 'Ambulances', icon: 'ambulance', order: 100, roles: ['admin'] },
  },
  {
    path: '/hospitals',
    title: 'Hospitals',
    shell: 'office',
    page: () => import('../features/registry/hospitals-page.tsx'),
    permission: 'registry.edit',
    menu: { label: 'Hospitals', icon: 'hospital', order: 110, roles: ['admin'] },
  },
  {
    path: '/response-figures',
    title: 'Response times',
    shell: 'office',
    page: () => import('../features/figures/response-figures-page.tsx'),
    permission: 'figures.read',
    menu: { label: 'Response times', icon: 'clock', order: 120, roles: ['admin'] },
  },
  {
    path: '/ops',
    title: 'Operations',
    shell: 'office',
    page: () => import('../features/ops/ops-page.tsx'),
    permission: 'ops.read',
    menu: { label: 'Operations', icon: 'pulse', order: 130, roles: ['admin'] },
  },

  // The sales chain
  {
    path: '/super-distributor',
    title: 'Super Distributors',
    shell: 'office',
    page: () => import('../features/chain/lists/super-distributors-page.tsx'),
    permission: 'chain.list_super_distributors',
    menu: { label: 'Super Distributor', icon: 'sales', order: 90, roles: ['admin'], group: 'Sales Management' },
  },
  {
    path: '/distributor',
    title: 'Distributors',
    shell: 'office',
    page: () => import('../features/chain/lists/distributors-page.tsx'),
    permission: 'chain.list_distributors',
    menu: { label: 'Distributor', icon: 'sales', order: 91, roles: ['admin'], group: 'Sales Management' },
  },
  {
    path: '/retailer',
    title: 'Retailers',
    shell: 'office',
    page: () => import('../features/chain/lists/retailers-page.tsx'),
    permission: 'chain.list_retailers',
    menu: { label: 'Retailer', icon: 'sales', order: 92, roles: ['admin'], group: 'Sales Management' },
  },
  {
    path: '/my-distributor',
    title: 'My Distributors',
    shell: 'office',
    page: () => import('../features/chain/lists/my-distributors-page.tsx'),
    permission: 'chain.list_distributors',
    menu: { label: 'Distributor', icon: 'sales', order: 20, roles: ['super_distributor'] },
  },
  {
    path: '/my-retailer',
    title: 'My Retailers',
    shell: 'office',
    page: () => import('../features/chain/lists/my-retailers-page.tsx'),
    permission: 'chain.list_retailers',
    menu: { label: 'Retailer', icon: 'sales', order: 20, roles: ['distributor'] },
  },
  {
    path: '/super-distributor/:id',
    title: 'Super Distributor Details',
    shell: 'office',
    page: () => import('../features/chain/details/super-distributor-details-page.tsx'),
    permission: 'chain.read',
  },
  {
    path: '/distributor/:id',
    title: 'Distributor Details',
    shell: 'office',
    page: () => import('../features/chain/details/distributor-details-page.tsx'),
    permission: 'chain.read',
  },
  {
    path: '/retailer/:id',
    title: 'Retailer Details',
    shell: 'office',
    page: () => import('../features/chain/details/retailer-details-page.tsx'),
    permission: 'chain.read',
  },
  {
    path: '/super-distributors/add',
    title: 'Add Super Distributor',
    shell: 'office',
    page: () => import('../features/chain/register/add-super-distributor-page.tsx'),
    roles: ['admin'],
  },
  {
    path: '/distributors/add',
    title: 'Add Distributor',
    shell: 'office',
    page: () => import('../features/chain/register/add-distributor-page.tsx'),
    roles: ['admin', 'super_distributor'],
  },
  {
    path: '/retailers/add',
    title: 'Add Retailer',
    shell: 'office',
    page: () => import('../features/chain/register/add-retailer-page.tsx'),
    roles: ['admin', 'distributor'],
  },
]
