import fs from 'node:fs'
import path from 'node:path'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { ROLE_BADGE } from '@tvarit/shared/contracts/roles'
import { ALL_STATES } from '@tvarit/shared/contracts/states'
import { copied, TEXTS } from '@tvarit/shared/contracts/texts'
import { expect, test } from 'vitest'

/** Every message of the specification (sections 2, 5 and 8), copied from it letter by letter. */
const SPECIFIED: Record<string, string> = {
  required: 'This field is required',
  mobile_10_digits: 'Mobile number must be 10 digits',
  phone_exactly_10: 'Phone number must be exactly 10 digits.',
  enter_phone: 'Please enter your phone number',
  enter_otp: 'Please enter the OTP',
  fill_all_fields: 'Please fill in all fields',
  invalid_credentials: 'Invalid credentials',
  session_expired: 'Session expired. Please login again',
  failed_send_otp: 'Failed to send OTP',
  invalid_otp: 'Invalid OTP',
  otp_failed: 'OTP verification failed.',
  otp_network: 'Failed to verify OTP. Please try again.',
  otp_success: 'OTP verified successfully! Subscription confirmed.',
  otp_resend_no_mobile: 'Mobile number is missing, cannot resend OTP',
  otp_resend_failed: 'Failed to resend OTP',
  otp_resend_ok: 'OTP sent successfully.',
  unknown_error: 'An unknown error occurred.',
  something_wrong: 'Something went wrong. Please try again.',
  profile_load_failed: 'Failed to load user details',
  profile_update_failed: 'Failed to update profile',
  profile_updated: 'Profile updated successfully.',
  dashboard_failed: 'Failed to fetch dashboard data.',
  failed_create_coupon: 'Failed to create coupon',
  coupon_created: 'Coupon created successfully!',
  failed_fetch_coupons: 'Failed to fetch coupons',
  coupon_not_assigned: 'Not Assigned to any user',
  coupons_back: 'Back to All Coupons',
  creator_fill_all: 'Please fill all fields',
  creator_added: 'Coupon added successfully',
  creator_add_failed: 'Failed to add coupon.',
  creator_delete_ask: 'Are you sure you want to delete this coupon? This action cannot be undone.',
  creator_deleted: 'Coupon deleted successfully',
  creator_delete_failed: 'Failed to delete coupon.',
  creator_activated: 'Coupon activated successfully',
  creator_deactivated: 'Coupon deactivated successfully',
  creator_status_failed: 'Could not update status.',
  subscribers_failed: 'Failed to fetch subscribers. Please try again.',
  subscriber_failed: 'Failed to fetch subscriber details',
  csv_failed: 'Failed to download CSV. Please try again.',
  csv_dates: 'Please select both start and end dates before downloading.',
  staff_fill_all: 'Please fill all required fields',
  admin_fill_all: 'Please fill all required fields including password',
  passwords_differ: 'Passwords do not match',
  staff_added: 'Staff added successfully',
  staff_add_failed: 'Could not add staff. Please try again. Reason: {message}',
  admin_added: 'Admin added successfully',
  admin_add_failed: 'Could not add admin. Please try again',
  user_deleted: 'user Deleted Succussfully',
  admin_delete_failed: 'Failed to delete admin. You might not have permission.',
  admins_failed: 'Failed to fetch admins. Please try again.',
  alerts_fetch_error: 'Error fetching alerts.',
  alerts_empty: 'No alerts found.',
  alert_attended: 'Alert attended successfully!',
  alert_rejected: 'Alert rejected successfully!',
  alert_attend_failed: 'Failed to attend alert.',
  alert_reject_failed: 'Failed to reject alert.',
  alert_updating: 'Updating alert...',
  alert_not_found: 'Alert not found',
  alert_description_required: 'Please enter a description.',
  alert_description_ask:
    'Please provide a description or reason for this action. This will be logged for future reference.',
  alert_accept_prefill: 'User is safe and assistance has been provided.',
  alert_reject_prefill: 'Alert has been rejected by staff.',
  failed_download_qr: 'Failed to download QR code. Check console for details.',
  bulk_created: 'Successfully created {n} coupons!',
  bulk_create_failed: 'Failed to create coupons. Please try again',
  bulk_printed: 'Status updated to PRINTED',
  bulk_update_failed: 'Failed to update status',
  bulk_fetch_failed: 'Failed to fetch bulk jobs.',
  bulk_empty: 'No bulk jobs found',
  bulk_download_started: 'Download started',
  bulk_download_failed: 'Failed to download QR codes',
  distributor_deleted: 'Distributor deleted successfully',
  retailer_deleted: 'Retailer deleted successfully',
  distributor_delete_forbidden: 'Failed to delete distributor. You might not have permission.',
  retailer_delete_forbidden: 'Failed to delete retailer. You might not have permission.',
  distributor_delete_failed: 'Failed to delete distributor. Please try again.',
  retailer_delete_failed: 'Failed to delete retailer. Please try again.',
  distributors_failed: 'Failed to fetch distributors',
  retailers_failed: 'Failed to fetch retailers',
  distributors_empty: 'No distributors found',
  retailers_empty: 'No retailers found',
  distributor_load_failed: 'Failed to load distributor data',
  retailer_load_failed: 'Failed to load retailer data',
  distributor_loading: 'Loading distributor details...',
  retailer_loading: 'Loading retailer details...',
  distributor_not_found: 'Distributor not found',
  retailer_not_found: 'Retailer not found',
  no_upload: 'No {label} uploaded',
  aadhar_12_digits: 'Aadhar number must be 12 digits',
  subordinate_registered: 'Subordinate registered successfully!',
  subordinate_failed: 'Failed to register subordinate',
  widget_active: 'Alert system is active.',
  widget_offline: 'Alert system is offline. Click to retry.',
  widget_enable_title: 'Enable Sound Notifications?',
  widget_new_title: 'New Emergency Alert',
  not_found_page: 'Oops! Page not found',
  unexpected_error: 'Unexpected Application Error!',
}

/** What stands for a value in the specification, filled in the same way. */
const FILLED: Record<string, string> = { staff_add_failed: '{message}', bulk_created: '{n}', no_upload: '{label}' }

function textOf(key: string): string {
  const text: unknown = TEXTS[key as keyof typeof TEXTS]
  return typeof text === 'function' ? (text as (value: string) => string)(FILLED[key]!) : String(text)
}

test('every message is the specification’s, word for word', () => {
  const ours = Object.fromEntries(Object.keys(SPECIFIED).map((key) => [key, textOf(key)]))
  expect(ours).toEqual(SPECIFIED)
  expect(copied('Phone')).toBe('Phone copied to clipboard')
})

test('every message of the specification is said somewhere in the product', () => {
  const root = path.join(import.meta.dirname, '../..')
  const sources = ['web/src', 'server', 'worker', 'shared/domain', 'shared/contracts']
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && entry.name !== 'texts.ts')
        .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8')),
    )
    .join('\n')
  expect(Object.keys(SPECIFIED).filter((key) => !new RegExp(`TEXTS\\.${key}\\b`).test(sources))).toEqual([])
})

test('limits, role badges and states are the specification’s', () => {
  expect(LIMITS).toMatchObject({
    otp_length: 6,
    otp_resend_seconds: 60,
    term_days: 365,
    dashboard_recent: 10,
    bulk_count_max: 5000,
    bulk_count_default: 50,
    phone: 10,
    aadhar: 12,
    login: 50,
    password: 20,
    name: 20,
    email: 50,
    serial_number: 15,
    address: 150,
    pin_code: 6,
    health: 200,
    staff_last_name: 50,
    staff_email: 100,
    photo_bytes: 5 * 1024 * 1024,
    toast_seconds: 3,
    redirect_after_register_ms: 1500,
    coupon_dialog_closes_ms: 1200,
  })
  expect(ROLE_BADGE).toEqual({
    admin: 'Administrator',
    staff: 'Staff',
    super_distributor: 'SuperDistributor',
    distributor: 'Distributor',
    retailer: 'Retailer',
    user: 'User',
  })
  const states = ALL_STATES.slice(0, ALL_STATES.indexOf('West Bengal') + 1)
  expect(states.filter((state) => state !== 'Telangana')).toHaveLength(27)
  expect(states).toEqual(states.toSorted())
  expect(states).not.toContain('Delhi')
})
