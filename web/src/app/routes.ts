import type { AppRoute } from './route-types.ts'

/**
 * THE route table. A page exists when it has a row here: the router, the guard, the sidebar, the document titles and
 * the 404 page are all derived from it. The specification's remaining screens are added as rows; until then their menu
 * entries do not show, so that no entry is a dead link.
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
]
