import { type Answer, call, codeBySms } from './api.ts'
import { newPhone, type Sticker } from './people.ts'
import type { World } from './world.ts'

/** What a subscriber fills in, as the form sends it; `serial_number` is the sticker's. */
export function registrationFields(sticker: Pick<Sticker, 'serial_number'>, phone_number = newPhone()) {
  return {
    first_name: 'Lakshmi',
    last_name: 'Iyer',
    phone_number,
    email: `reg.${phone_number}@test.example`,
    serial_number: sticker.serial_number,
    address: '7 Temple Road, Mylapore',
    pin_code: '600004',
    state: 'Tamil Nadu',
    start_date: '1999-01-01',
    spouse_name: 'Gopal Iyer',
    spouse_mobile: '9812345670',
    relative_name: 'Uma Iyer',
    relative_mobile: '9812345671',
    friend1_name: 'Ravi',
    friend1_mobile: '9812345672',
    friend2_name: 'Salma',
    friend2_mobile: '9812345673',
    friend3_name: 'John',
    friend3_mobile: '9812345674',
    coupon_code: '',
    blood_group: 'B+',
    allergies: 'Peanuts',
    date_of_birth: '1990-02-28',
    sex: 'female',
    health_conditions: 'Asthma',
    medicines: 'Salbutamol',
  }
}

export type RegistrationFields = ReturnType<typeof registrationFields>

/** The multipart body of the registration. */
export function registrationForm(fields: Record<string, string>, photo?: Blob, name = 'photo.jpg'): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  if (photo) form.append('photo', photo, name)
  return form
}

/** Asks for a code, reads the SMS and sends the form. */
export async function register(
  world: World,
  fields: RegistrationFields & Record<string, string>,
  photo?: Blob,
  access?: string,
): Promise<Answer> {
  const otp = await codeBySms(world, 'register', fields.phone_number)
  return sendRegistration(world, { ...fields, otp }, photo, access)
}

export const sendRegistration = (
  world: World,
  fields: Record<string, string>,
  photo?: Blob,
  access?: string,
): Promise<Answer> =>
  call(world.url, '/api/users/register/subscriber/', { body: registrationForm(fields, photo), access })

/** Everything a registration writes, counted: compare before and after something that must write nothing. */
export async function written(world: World): Promise<Record<string, number>> {
  const result = await world.pool.query<Record<string, number>>(`select
    (select count(*) from users) as users,
    (select count(*) from subscriber_profiles) as profiles,
    (select count(*) from subscriptions) as subscriptions,
    (select count(*) from coupons where status = 'USED' or user_id is not null) as used_coupons,
    (select count(*) from otp_challenges where used_at is not null) as used_codes,
    (select count(*) from audit_log where action = 'subscriber.registered') as audits`)
  return result.rows[0]!
}
