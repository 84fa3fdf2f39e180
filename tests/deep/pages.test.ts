import { test } from 'vitest'
import { everyPage, type KnownPage } from '../journeys/one-of-everything.ts'

const { isGood } = await everyPage()

const PAGES: KnownPage[] = [
  ['nobody', '/login?sessionExpired=1', 'Session expired. Please login again'],
  ['nobody', '/userlogin', 'Send OTP'],
  ['nobody', '/register', 'Personal Information'],
  ['nobody', '/privacy', 'Who answers for your data'],
  ['nobody', '/terms', 'Terms'],
  ['nobody', '/refunds', 'Refund'],
  ['nobody', '/contact', 'Grievance officer'],
  ['nobody', '/nowhere', 'Oops! Page not found'],
  ['super_distributor', '/super_distributor_dashboard', 'Activated this month'],
  ['super_distributor', '/my-distributor', 'View'],
  ['retailer', '/retailer_dashboard', 'Activated this month'],
  ['distributor', '/distributor_dashboard', 'Activated this month'],
  ['distributor', '/my-stock', 'Numbers 1-4'],
  ['distributor', '/stock/transfers/{transfer}', 'Received by'],
  ['distributor', '/sales-by-month', 'Last twelve months'],
  ['distributor', '/my-retailer', 'View'],
  ['distributor', '/retailers/add', 'Government ID'],
  ['distributor', '/admin-users', 'You do not have permission to open this page.'],
  ['user', '/user_dashboard', 'Use the sidebar for everything else.'],
  ['user', '/profile', 'My Coupon QR'],
]

test.each(PAGES)('%s: %s is accessible, fits and keeps its own policy, on desk and phone, light and dark', isGood)
