import { sql } from 'kysely'
import type { HandoverView, SendHandover } from '../../contracts/handover.ts'
import { indianTime } from '../../contracts/indian-time.ts'
import type { Language } from '../../contracts/scan.ts'
import { TEXTS } from '../../contracts/texts.ts'
import type { SignedInCtx, VerbArgs } from '../../platform/context.ts'
import type { Tx } from '../../platform/database/database.ts'
import { canMail } from '../../platform/mail/create-mailer.ts'
import { fieldError, DomainError } from '../../platform/domain-error.ts'
import { appendEvent } from '../alerts/append-event.ts'
import { lockOpenAlert, takeOrTouch } from '../alerts/lock-open-alert.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { createOnce } from '../records/create-once.ts'
import { newLinkToken } from '../records/links.ts'
import { createMessage } from '../messages/create-message.ts'
import { HANDOVER_HOURS, handoverHash } from './handover-link.ts'
import { findHandoverView } from './read-handovers.ts'
import { notifyRelativesOfHospital } from './notify-relatives-of-hospital.ts'

/** After this the hospital is called. */
const VALID_SECONDS = 3600

/**
 * Sends a hospital the link to the health data of an alert's person, and notifies the relatives which hospital it is.
 * Claims an unclaimed alert for the sender.
 *
 * For pending alerts and attended ones of the last 24 hours; never drills, and never without a registered person (409).
 * A hospital has one active link to an alert: the same order from the same person changes nothing, any other is rejected
 * with 409 until the link is revoked. 404 for an unknown alert or hospital.
 */
export async function sendHandover({ ctx, input }: VerbArgs<SendHandover>): Promise<HandoverView> {
  const id = await createOnce(ctx, 'handover', input, send)
  return findHandoverView(ctx.db, id)
}

async function send(tx: SignedInCtx & { db: Tx }, order: SendHandover): Promise<number> {
  // First the hospital: a change of it is waited for without holding the alert, for which reports would wait.
  const hospital = await findHospital(tx.db, order.hospital_id)
  const alert = await lockOpenAlert(tx.db, order.id, 'No health data can be sent for it.')
  if (alert.drill) throw new DomainError('CONFLICT', TEXTS.handover_drill)
  if (alert.user_id === null) throw new DomainError('CONFLICT', TEXTS.handover_nobody)
  const address = addressOf(tx, order, hospital)
  const earlier = await earlierLink(tx, order)
  if (earlier) {
    const same = earlier.created_by === tx.actor.id && earlier.sent_to === address.sent_to
    if (same) return earlier.id
    throw new DomainError(
      'CONFLICT',
      `${hospital.name} already has the health data, sent by ${earlier.first_name} at ${indianTime(earlier.created_at)}. Revoke that link first to send another.`,
    )
  }
  const took = await takeOrTouch(tx, alert)
  const token = newLinkToken()
  const { id } = await tx.db
    .insertInto('handovers')
    .values({
      alert_id: alert.id,
      hospital_id: hospital.id,
      channel: order.channel,
      sent_to: address.sent_to,
      token_hash: handoverHash(token),
      created_by: tx.actor.id,
      expires_at: sql`now() + make_interval(hours => ${HANDOVER_HOURS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createMessage(tx.db, {
    ...address.message,
    template: 'hospital_handover',
    params: {
      alert_id: alert.id,
      hospital: hospital.name,
      url: `${tx.config.PUBLIC_URL}/h/${token}`,
      call_back: tx.config.BRAND_PHONE,
    },
    // The link opens health data: readable in the message only.
    sealed_by: tx.config,
    dedupe_key: `handover:${id}:hospital`,
    valid_seconds: VALID_SECONDS,
    alert_id: alert.id,
    handover_id: id,
    language: hospital.language,
    recipient_name: hospital.name,
    recipient_relation: 'Hospital',
  })
  await notifyRelativesOfHospital(tx, { alert_id: alert.id, user_id: alert.user_id, handover_id: id, hospital })
  const { channel } = order
  await writeAudit(tx, {
    action: 'handover.sent',
    subject: 'alert',
    subject_id: alert.id,
    detail: { handover_id: id, hospital: hospital.name, channel },
  })
  await appendEvent(tx.db, {
    alert_id: alert.id,
    kind: 'handover',
    actor_id: tx.actor.id,
    detail: { hospital: hospital.name, channel, ...(took ? { took } : {}) },
  })
  return id
}

async function findHospital(db: Tx, id: number) {
  const hospital = await db
    .selectFrom('hospitals')
    .select(['id', 'name', 'phone', 'email', 'language'])
    .$narrowType<{ language: Language }>()
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!hospital) throw new DomainError('NOT_FOUND', TEXTS.hospital_not_found)
  return hospital
}

function addressOf(tx: SignedInCtx, order: SendHandover, hospital: { phone: string; email: string | null }) {
  if (order.channel === 'sms') {
    const to_phone = order.phone ?? hospital.phone
    return { sent_to: to_phone, message: { to_phone } }
  }
  if (!canMail(tx.config)) throw fieldError('channel', TEXTS.handover_no_mail)
  const to_email = order.email ?? hospital.email
  if (!to_email) throw fieldError('email', TEXTS.handover_no_address)
  return { sent_to: to_email, message: { to_email } }
}

/** The link a hospital has already. An expired one is closed here, as a hospital has at most one open link. */
async function earlierLink({ db }: { db: Tx }, { id, hospital_id }: SendHandover) {
  await db
    .updateTable('handovers')
    .set({ revoked_at: sql`expires_at` })
    .where('alert_id', '=', id)
    .where('hospital_id', '=', hospital_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
  return db
    .selectFrom('handovers as h')
    .innerJoin('users as u', 'u.id', 'h.created_by')
    .select(['h.id', 'h.created_by', 'h.created_at', 'h.sent_to', 'u.first_name'])
    .where('h.alert_id', '=', id)
    .where('h.hospital_id', '=', hospital_id)
    .where('h.revoked_at', 'is', null)
    .executeTakeFirst()
}
