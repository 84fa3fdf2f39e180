import { sql } from 'kysely'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/domain-error.ts'
import { emptyAlert, emptyMessage, emptyReport } from '../retention/retention-rules.ts'
import { rejectWithStock } from '../../sales/chain/reject-with-stock.ts'
import { removeSecondFactor } from '../../people/second-factor/remove-second-factor.ts'
import { endSessions } from '../../people/sessions/end-sessions.ts'

interface Erasure {
  user_id: number
  erased_by: number | null
  reason: string | null
}

/**
 * Erases a subscriber or a member of the chain, in the caller's transaction. Name, health, contacts, identity numbers
 * and files go; alerts, terms and audit stay with an id and the name "Erased person". The sticker still raises alerts,
 * as an unregistered one.
 *
 * Throws NOT_FOUND, or CONFLICT while an alert about them is open, an ambulance of ours under way, a member of the chain
 * stands below them, or they hold stock. `again`, after a backup was restored, never throws CONFLICT.
 */
export async function erasePerson(db: Tx, erasure: Erasure, again = false): Promise<void> {
  const { user_id } = erasure
  // A press locks the coupon first: a press at this moment is either seen below, or sees a coupon without a person.
  await sql`select from coupons where user_id = ${user_id} order by id for update`.execute(db)
  const person = await db
    .selectFrom('users')
    .select(['phone_number', 'email'])
    .where('id', '=', user_id)
    .where('role', 'in', ['user', ...CHAIN_ROLES])
    .where('id', 'not in', db.selectFrom('erasures').select('user_id'))
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw new DomainError('NOT_FOUND', TEXTS.user_not_found)
  if (!again) await rejectWhileNeeded(db, user_id)
  await db
    .insertInto('erasures')
    .values({ ...erasure, keep_until: sql<string>`current_date + make_interval(years => ${LIMITS.keep_erased_years})` })
    .execute()
  await eraseMessages(db, user_id, person)
  await eraseAlerts(db, user_id)
  await removeProfiles(db, user_id)
  await sql`update stock_moves set note = null where (from_id = ${user_id} or to_id = ${user_id}) and note is not null`.execute(
    db,
  )
  await endSessions(db, { user_id }, 'removed')
  await db.updateTable('sessions').set({ ip: null, user_agent: null }).where('user_id', '=', user_id).execute()
  await sql`select forget_person_addresses(${user_id})`.execute(db)
  await removeSecondFactor(db, user_id)
  await db.deleteFrom('otp_challenges').where('phone_number', '=', person.phone_number).execute()
  await db
    .updateTable('coupons')
    .set({ user_id: null, voided_at: sql`coalesce(voided_at, now())`, void_reason: TEXTS.erased_sticker })
    .where('user_id', '=', user_id)
    .execute()
  await db
    .updateTable('users')
    .set({
      first_name: 'Erased',
      last_name: 'person',
      email: null,
      phone_number: `erased-${user_id}`,
      password_hash: null,
      password_expires_at: null,
      deleted_at: sql`coalesce(deleted_at, now())`,
    })
    .where('id', '=', user_id)
    .execute()
}

async function rejectWhileNeeded(db: Tx, user_id: number): Promise<void> {
  const { rows } = await sql<{ alert: boolean; ride: boolean; children: number }>`
    select exists (select from alerts where user_id = ${user_id} and status = 'PENDING') as alert,
      exists (select from dispatches d join alerts a on a.id = d.alert_id
        where a.user_id = ${user_id} and d.state not in ('DONE', 'CANCELLED') and d.ambulance_id is not null) as ride,
      (select count(*) from users where parent_id = ${user_id} and deleted_at is null) as children`.execute(db)
  const { alert, ride, children } = rows[0]!
  if (alert) throw new DomainError('CONFLICT', TEXTS.erase_alert_open)
  if (ride) throw new DomainError('CONFLICT', TEXTS.erase_ride)
  if (children > 0) throw new DomainError('CONFLICT', TEXTS.has_children(children))
  await rejectWithStock(db, user_id)
}

/** Messages to the person and on the person's behalf. Unsent ones are cancelled. */
async function eraseMessages(
  db: Tx,
  user_id: number,
  { phone_number, email }: { phone_number: string; email: string | null },
) {
  await sql`
    with found as (
      select id from messages where user_id = ${user_id} or alert_id in (select id from alerts where user_id = ${user_id})
        or (alert_id is null and user_id is null and (to_phone = ${phone_number} or to_email = ${email}))
      order by id for update
    ), inbox as (delete from dev_messages where message_id in (select id from found))
    update messages set ${emptyMessage()},
      state = case when state in ('pending', 'sending') then 'cancelled' else state end
    where id in (select id from found)`.execute(db)
}

async function eraseAlerts(db: Tx, user_id: number): Promise<void> {
  await sql`select from alerts where user_id = ${user_id} order by id for no key update`.execute(db)
  const mine = sql`(select id from alerts where user_id = ${user_id})`
  await sql`update alert_reports set ${emptyReport()} where alert_id in ${mine}`.execute(db)
  await sql`update dispatches set note = null, cancel_reason = null where alert_id in ${mine}`.execute(db)
  await sql`update handovers set revoked_at = coalesce(revoked_at, now()) where alert_id in ${mine}`.execute(db)
  await sql`update alerts set ${emptyAlert()}, track_token = null where user_id = ${user_id}`.execute(db)
  await sql`select forget_person_details(${user_id})`.execute(db)
}

/** Profiles with everything in them; their files are removed from the storage by the worker, until it has worked. */
async function removeProfiles(db: Tx, user_id: number): Promise<void> {
  await sql`
    with subscriber as (delete from subscriber_profiles where user_id = ${user_id} returning photo),
    partner as (
      delete from distributor_profiles where user_id = ${user_id}
      returning photo, aadhar_upload, pan_upload, gstin_upload),
    files as (
      select photo as key from subscriber
      union all select unnest(array[photo, aadhar_upload, pan_upload, gstin_upload]) from partner)
    insert into file_removals (key) select key from files where key is not null on conflict do nothing`.execute(db)
}
