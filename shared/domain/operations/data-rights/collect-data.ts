import { type RawBuilder, sql } from 'kysely'
import type { DataExport } from '../../../contracts/data-rights.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Ctx } from '../../../platform/context.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { MissingFile } from '../../../platform/storage/file-store.ts'

/** More of one kind than any person has; bounds the answer. The newest are given. */
const MOST = 5_000

type Row = Record<string, unknown>

/**
 * All data we hold about a user, active or removed, who was not erased. Leaves out other people's: no numbers of
 * bystanders, drivers or hospitals, no texts of messages (they hold links), no names of staff but of those who looked.
 * Identity numbers are masked. Throws NOT_FOUND.
 */
export async function collectData({ db, storage }: Pick<Ctx, 'db' | 'storage'>, id: number): Promise<DataExport> {
  const all = async (query: RawBuilder<unknown>) => (await sql<Row>`${query} limit ${MOST}`.execute(db)).rows
  const one = async (query: RawBuilder<unknown>) => (await all(query))[0] ?? null
  const person = await one(sql`
    select id, first_name, last_name, email, phone_number, role, created_at from users
    where id = ${id} and id not in (select user_id from erasures)`)
  if (!person) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  const photo = await db.selectFrom('subscriber_profiles').select('photo').where('user_id', '=', id).executeTakeFirst()
  const mine = sql`a.user_id = ${id}`
  return {
    made_at: new Date().toISOString(),
    person,
    subscriber: withoutKey(await one(sql`select * from subscriber_profiles where user_id = ${id}`), 'photo'),
    sales_partner: await one(sql`
      select firm_name, address, district, state, pin_code, date_of_birth, alternate_mobile_number, bank_name, bank_branch,
        ifsc_code, aadhar_number_masked, pan_number_masked, gst_number_masked, bank_account_number_masked
      from distributor_profiles where user_id = ${id}`),
    photo: await readPhoto(storage, photo?.photo ?? null),
    consents: await all(sql`select event, version, how, at from consents where user_id = ${id} order by id desc`),
    stickers: await all(sql`
      select serial_number, coupon_code, used_at, voided_at from coupons where user_id = ${id} order by id desc`),
    terms: await all(sql`
      select s.plan, s.start_date, s.end_date, s.ride_used_at, s.created_at, c.serial_number
      from subscriptions s left join coupons c on c.id = s.coupon_id where s.user_id = ${id} order by s.id desc`),
    alerts: await all(sql`
      select id, timestamp, status, drill, latitude, longitude, accuracy, landmark, description, claimed_at, closed_at
      from alerts a where ${mine} order by id desc`),
    ambulances: await all(sql`
      select d.alert_id, coalesce(v.vehicle_number, d.outside_provider) as ambulance, d.state, d.assigned_at,
        d.at_scene_at, d.at_hospital_at, d.done_at, d.cancelled_at
      from dispatches d join alerts a on a.id = d.alert_id left join ambulances v on v.id = d.ambulance_id
      where ${mine} order by d.id desc`),
    hospital_links: await all(sql`
      select h.alert_id, p.name as hospital, h.channel, h.created_at, h.expires_at, h.revoked_at
      from handovers h join alerts a on a.id = h.alert_id left join hospitals p on p.id = h.hospital_id
      where ${mine} order by h.id desc`),
    messages: await all(sql`
      select m.alert_id, m.channel, m.template, m.recipient_relation as sent_to, m.state, m.created_at, m.sent_at,
        m.delivered_at
      from messages m where m.user_id = ${id} or m.alert_id in (select a.id from alerts a where ${mine})
      order by m.id desc`),
    looks_at_my_data: await all(sql`
      select coalesce(l.detail->>'hospital', trim(u.first_name || ' ' || u.last_name)) as who, u.role, l.at
      from audit_log l left join users u on u.id = l.actor_id
      where l.subject = 'user' and l.subject_id = ${id} and l.action in ('health.viewed', 'identity.viewed',
        'identity.revealed', 'data.exported') and l.actor_id is distinct from ${id} order by l.id desc`),
    logins: await all(sql`
      select created_at, last_used_at, ended_at, ip, user_agent from sessions where user_id = ${id}
      order by created_at desc`),
    second_factor: await one(sql`select enrolled_at from second_factors where user_id = ${id}`),
    shift_notes: await all(sql`
      select text, written_at from shift_notes where written_by = ${id} order by id desc`),
    actions: await all(sql`
      select action, subject, at, ip from audit_log where actor_id = ${id} order by id desc`),
  }
}

function withoutKey(row: Row | null, key: string): Row | null {
  if (!row) return null
  const { [key]: _left_out, ...rest } = row
  return rest
}

async function readPhoto(storage: Ctx['storage'], key: string | null): Promise<string | null> {
  if (!key) return null
  try {
    return `data:image/jpeg;base64,${(await storage.read(key)).toString('base64')}`
  } catch (error) {
    if (error instanceof MissingFile) return null
    throw error
  }
}
