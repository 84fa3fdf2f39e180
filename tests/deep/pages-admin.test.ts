import { test } from 'vitest'
import { everyPage, type KnownPage } from '../journeys/one-of-everything.ts'

const { isGood } = await everyPage()

const PAGES: KnownPage[] = [
  ['admin', '/dashboard', 'Ravi Kumar'],
  ['admin', '/qr-alerts', 'Ravi Kumar'],
  ['admin', '/qr-alerts/{alert}', 'Timeline'],
  ['admin', '/coupon-management', 'AVAILABLE'],
  ['admin', '/coupon-details/{coupon}', 'Not Assigned to any user'],
  ['admin', '/coupon-details/{void_coupon}', 'Open the replacement'],
  ['admin', '/creator-management', '@venkatanarasimharajuvaripeta.road.safety'],
  ['admin', '/bulk-coupons', '2 coupons'],
  ['admin', '/bulk-coupons/{bulk_job}', 'AVAILABLE'],
  ['admin', '/bulk-coupons/{failed_job}', 'For support'],
  ['admin', '/all-subscribers', 'Ravi Kumar'],
  ['admin', '/subscriber/{subscriber}', 'Emergency Contacts'],
  ['admin', '/subscriber-form', 'Personal Information'],
  ['admin', '/staff-users', 'Venkatanarasimharaju'],
  ['admin', '/admin-users', 'Asha Rao'],
  ['admin', '/security', 'Set up the app'],
  ['admin', '/ambulances', 'KA01AB1234'],
  ['admin', '/ambulances?view=map', 'Drag to move'],
  ['admin', '/qr-alerts?view=map', 'Drag to move'],
  ['admin', '/hospitals', 'Any hour'],
  ['admin', '/hospitals?view=map', 'Drag to move'],
  ['admin', '/response-figures', 'Claimed within 15 s'],
  ['admin', '/response-figures?days=7&measure=scene&state=Goa', 'There were no alerts in these days.'],
  ['admin', '/on-call', 'Make a rota'],
  ['admin', '/ops', 'Send all 2 again'],
  ['admin', '/audit?subject=alert&subject_id={alert}', 'Without login'],
  ['admin', '/super-distributor', 'View'],
  ['admin', '/super-distributor/{super_distributor}', 'Bank Details'],
  ['admin', '/distributor/{distributor}', 'Bank Details'],
  ['admin', '/retailer/{retailer}', 'Bank Details'],
  ['admin', '/distributor', 'View'],
  ['admin', '/retailer', 'View'],
  ['admin', '/retailer?search=nobody-at-all', 'No retailers found'],
  ['admin', '/super-distributors/add', 'Government ID'],
  ['admin', '/distributors/add', 'Government ID'],
  ['admin', '/stock', 'Held by partners'],
  ['admin', '/stock/{distributor}', 'Monsoon'],
]

test.each(PAGES)('%s: %s is accessible, fits and keeps its own policy, on desk and phone, light and dark', isGood)
