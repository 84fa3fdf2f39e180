import { type Role, ROLES } from '@tvarit/shared/contracts/roles'
import { beforeAll, expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createChain } from '../harness/chain.ts'
import { createPerson, createSubscriber, type Person, signIn } from '../harness/people.ts'
import { press } from '../harness/press.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false, settings: { TRUST_PROXY: '1' } })

let people: Record<Role, Person>
const ids: Record<string, number> = {}
beforeAll(async () => {
  const chain = await createChain(world)
  const subscriber = await createSubscriber(world)
  people = {
    admin: await createPerson(world, 'admin'),
    staff: await createPerson(world, 'staff'),
    user: await signIn(world, subscriber.id),
    ...chain,
  }
  ids.subscriber = subscriber.id
  ids.coupon = subscriber.sticker.id
  ids.retailer = chain.retailer.id
  ids.alert = (await press(world.url, subscriber.sticker.token)).id
})

const PATHS = [
  '/api/users/profile/',
  '/api/users/{subscriber}/',
  '/api/users/subscribers/',
  '/api/users/staffs/',
  '/api/coupons/',
  '/api/coupons/{coupon}/',
  '/api/qr/alerts/',
  '/api/qr/alerts/{alert}/',
  '/api/sales/hierarchy-users/{retailer}/',
  '/api/sales/retailers/',
  '/api/dashboard/',
]

/** `a, b{c, d}, e[f]`: names of fields at every depth, of a list those of its rows. */
function keysOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? keysOf(value[0]) : ''}]`
  if (value === null || typeof value !== 'object') return ''
  const fields = Object.entries(value)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, inner]) => {
      const inside = keysOf(inner)
      return Array.isArray(inner) ? `${key}${inside}` : inside ? `${key}{${inside}}` : key
    })
  return fields.join(', ')
}

test('each role gets these fields and no others', async () => {
  const seen: Record<string, Record<string, string[]>> = {}
  for (const path of PATHS) {
    const byKeys: Record<string, string[]> = {}
    for (const role of ROLES) {
      const filled = path.replace(/\{(\w+)\}/, (_all, name: string) => String(ids[name]))
      const { status, body } = await call(world.url, filled, { access: people[role].access })
      const keys = status === 200 ? keysOf(body) : String(status)
      ;(byKeys[keys] ??= []).push(role)
    }
    seen[path] = Object.fromEntries(Object.entries(byKeys).map(([keys, roles]) => [roles.join(', '), [keys]]))
  }
  expect(seen).toMatchInlineSnapshot(`
    {
      "/api/coupons/": {
        "admin, user": [
          "count, count_capped, next, previous, results[coupon_code, created_at, id, qr_code, scan_url, serial_number, status, voided_at], total_pages",
        ],
        "staff, super_distributor, distributor, retailer": [
          "403",
        ],
      },
      "/api/coupons/{coupon}/": {
        "admin": [
          "bulk_job_id, coupon_code, created_at, id, place{activated_at, activated_by, holder, trail[]}, qr_code, replaced_by, replaces, scan_url, serial_number, status, user{email, first_name, id, last_name, phone_number, profile{address, allergies, blood_group, date_of_birth, ending_date, friend1_mobile, friend1_name, friend2_mobile, friend2_name, friend3_mobile, friend3_name, friend4_mobile, friend4_name, health_conditions, medicines, photo, pin_code, relative_mobile, relative_name, sex, show_first_name, spouse_mobile, spouse_name, start_date, state}}, void_reason, voided_at, voided_by",
        ],
        "staff, super_distributor, distributor, retailer": [
          "403",
        ],
        "user": [
          "bulk_job_id, coupon_code, created_at, id, place, qr_code, replaced_by, replaces, scan_url, serial_number, status, user{email, first_name, id, last_name, phone_number, profile{address, allergies, blood_group, date_of_birth, ending_date, friend1_mobile, friend1_name, friend2_mobile, friend2_name, friend3_mobile, friend3_name, friend4_mobile, friend4_name, health_conditions, medicines, photo, pin_code, relative_mobile, relative_name, sex, show_first_name, spouse_mobile, spouse_name, start_date, state}}, void_reason, voided_at, voided_by",
        ],
      },
      "/api/dashboard/": {
        "admin": [
          "pending_alerts_count, recent_10_users[email, id, name, phone_number], total_generated_qr_count, total_staff_count, total_used_qrs_count, total_users",
        ],
        "staff, user, super_distributor, distributor, retailer": [
          "pending_alerts_count, recent_10_users[email, id, name, phone_number], total_generated_qr_count, total_used_qrs_count, total_users",
        ],
      },
      "/api/qr/alerts/": {
        "admin, staff, user": [
          "count, count_capped, next, previous, results[accuracy, attending_staff, call_asked_at, claimed_at, claimed_by, closed_at, description, dispatch, dispatch_end, drill, escalation_level, expired, first_respondent_phone, follows_id, given_back, holder_deadline, id, incident_id, landmark, language, latitude, longitude, owner_deadline, place, places_differ, relatives_wait_for, report_count, serial_number, status, timestamp, unregistered, user{first_name, id, last_name, phone_number}, verify_by_phone, version, waiting_since], total_pages",
        ],
        "super_distributor, distributor, retailer": [
          "403",
        ],
      },
      "/api/qr/alerts/{alert}/": {
        "admin, staff": [
          "accuracy, attending_staff, call_asked_at, claimed_at, claimed_by, closed_at, description, dispatch, dispatch_end, dispatches[], drill, escalation_level, expired, first_respondent_phone, follows_id, given_back, handovers[], holder_deadline, id, incident[], incident_id, landmark, language, latitude, longitude, messages[], nearby[], owner_deadline, people[calls[], key, ladder, message_ids[], name, phone, relation], place, places_differ, plan{expired, km, name, ride_used, ride_used_at, valid_to}, relatives_wait_for, report_count, reports[accuracy, added_later, call_me, delayed_seconds, distance_m, first_respondent_phone, id, landmark, language, latitude, longitude, photo, place, pressed_at, received_at], serial_number, status, timeline[actor, at, group, id, kind, text], timeline_before, timestamp, unregistered, user{email, first_name, id, last_name, phone_number, profile{address, allergies, blood_group, date_of_birth, ending_date, friend1_mobile, friend1_name, friend2_mobile, friend2_name, friend3_mobile, friend3_name, friend4_mobile, friend4_name, health_conditions, medicines, photo, pin_code, relative_mobile, relative_name, sex, show_first_name, spouse_mobile, spouse_name, start_date, state}, qrcode{coupon_code, qr_code, serial_number, status, voided_at}, role}, verify_by_phone, version, waiting_since",
        ],
        "super_distributor, distributor, retailer": [
          "403",
        ],
        "user": [
          "accuracy, attending_staff, call_asked_at, claimed_at, claimed_by, closed_at, description, dispatch, dispatch_end, dispatches[], drill, escalation_level, expired, first_respondent_phone, follows_id, given_back, handovers[], holder_deadline, id, incident[], incident_id, landmark, language, latitude, longitude, messages[], nearby[], owner_deadline, people[], place, places_differ, plan{expired, km, name, ride_used, ride_used_at, valid_to}, relatives_wait_for, report_count, reports[], serial_number, status, timeline[actor, at, group, id, kind, text], timeline_before, timestamp, unregistered, user{email, first_name, id, last_name, phone_number, profile{address, allergies, blood_group, date_of_birth, ending_date, friend1_mobile, friend1_name, friend2_mobile, friend2_name, friend3_mobile, friend3_name, friend4_mobile, friend4_name, health_conditions, medicines, photo, pin_code, relative_mobile, relative_name, sex, show_first_name, spouse_mobile, spouse_name, start_date, state}, qrcode{coupon_code, qr_code, serial_number, status, voided_at}, role}, verify_by_phone, version, waiting_since",
        ],
      },
      "/api/sales/hierarchy-users/{retailer}/": {
        "admin, super_distributor, distributor, retailer": [
          "distributor_profile{aadhar_number, aadhar_upload, address, alternate_mobile_number, bank_account_number, bank_branch, bank_name, date_of_birth, district, firm_name, gst_number, gstin_upload, ifsc_code, kyc_flags[], pan_number, pan_upload, photo, pin_code, state}, email, firm_name, first_name, id, last_name, name, parent{id, name, role}, phone_number, role",
        ],
        "staff, user": [
          "403",
        ],
      },
      "/api/sales/retailers/": {
        "admin, super_distributor, distributor": [
          "count, count_capped, next, previous, results[email, firm_name, id, name, password_expires_at, phone_number], total_pages",
        ],
        "staff, user, retailer": [
          "403",
        ],
      },
      "/api/users/profile/": {
        "admin, staff, super_distributor, distributor, retailer": [
          "email, first_name, id, last_name, phone_number, profile, qrcode, role",
        ],
        "user": [
          "email, first_name, id, last_name, phone_number, profile{address, allergies, blood_group, date_of_birth, ending_date, friend1_mobile, friend1_name, friend2_mobile, friend2_name, friend3_mobile, friend3_name, friend4_mobile, friend4_name, health_conditions, medicines, photo, pin_code, relative_mobile, relative_name, sex, show_first_name, spouse_mobile, spouse_name, start_date, state}, qrcode{coupon_code, qr_code, serial_number, status, voided_at}, role",
        ],
      },
      "/api/users/staffs/": {
        "admin": [
          "count, count_capped, next, previous, results[email, id, name, password_expires_at, phone_number, second_factor], total_pages",
        ],
        "staff, user, super_distributor, distributor, retailer": [
          "403",
        ],
      },
      "/api/users/subscribers/": {
        "admin, staff, user": [
          "count, count_capped, next, previous, results[email, ending_date, first_name, id, last_name, phone_number, photo, start_date, state], total_pages",
        ],
        "super_distributor, distributor, retailer": [
          "403",
        ],
      },
      "/api/users/{subscriber}/": {
        "admin, staff, user": [
          "email, first_name, id, last_name, phone_number, profile{address, allergies, blood_group, date_of_birth, ending_date, friend1_mobile, friend1_name, friend2_mobile, friend2_name, friend3_mobile, friend3_name, friend4_mobile, friend4_name, health_conditions, medicines, photo, pin_code, relative_mobile, relative_name, sex, show_first_name, spouse_mobile, spouse_name, start_date, state}, qrcode{coupon_code, qr_code, serial_number, status, voided_at}, role",
        ],
        "super_distributor, distributor, retailer": [
          "404",
        ],
      },
    }
  `)
})
