import { sql } from 'kysely'
import { AUDIT_ACTIONS, type AuditAction } from '../../../contracts/audit.ts'
import type { OnCallPage } from '../../../contracts/on-call.ts'
import { handoverOf, nextOnCall, onCallAt, rotaAt } from '../../../contracts/on-call-plan.ts'
import { LIMITS } from '../../../contracts/limits.ts'
import { maskPhone } from '../../../contracts/phone-numbers.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { peopleOnCall } from './people-on-call.ts'
import { readPlan } from './read-plan.ts'

const WEEK_MS = 7 * 86_400_000
const moment = (milliseconds: number) => new Date(milliseconds).toISOString()

/** The whole on-call page: who is called now and next, the plan, and what was changed and called lately. */
export async function readOnCall({ ctx }: { ctx: SignedInCtx }): Promise<OnCallPage> {
  const [plan, called, roles, calls, changes] = await Promise.all([
    readPlan(ctx.db),
    peopleOnCall(ctx),
    rolesOf(ctx.db),
    readCalls(ctx.db),
    readChanges(ctx.db),
  ])
  const byId = new Map(plan.people.map((person) => [person.id, person]))
  const nameOf = (id: number) => byId.get(id)?.name ?? ''
  const asPeople = (ids: readonly number[]) =>
    (ids.length > 0 ? ids.flatMap((id) => byId.get(id) ?? []) : plan.people).map(({ name, phone }) => ({ name, phone }))
  const named = onCallAt(plan, plan.now)
  const next = nextOnCall(plan, plan.now)
  const week = rotaAt(plan, plan.now)
  return {
    now: called.now.map(({ name, phone }) => ({ name, phone })),
    everybody: named.length === 0,
    next: next && { at: moment(next.at), people: asPeople(next.people), everybody: next.people.length === 0 },
    people: plan.people.map((person) => ({
      ...person,
      role: roles.get(person.phone) ?? null,
      on_call: named.includes(person.id),
    })),
    rota: {
      ...handoverOf(plan.since),
      weeks: week.rota.map((id, n) => ({ id, name: nameOf(id), from: moment(week.since + n * WEEK_MS) })),
    },
    overrides: plan.overrides.map(({ id, person_id, from, to }) => ({
      id,
      person_id,
      name: nameOf(person_id),
      from: moment(from),
      to: moment(to),
      active: from <= plan.now,
    })),
    times: { level_2_seconds: plan.seconds[1], level_3_seconds: plan.seconds[2] },
    calls,
    changes,
  }
}

/** People on the list who work here, by number: only they can get push. */
async function rolesOf(db: Db) {
  const users = await db
    .selectFrom('users')
    .select(['phone_number', 'role'])
    .where('role', 'in', ['admin', 'staff'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(users.map(({ phone_number, role }) => [phone_number, role]))
}

async function readCalls(db: Db): Promise<OnCallPage['calls']> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'recipient_name', 'to_phone', 'template', 'channel', 'state', 'alert_id', 'created_at'])
    .where(sql<boolean>`recipient_relation in ('Admin', 'On call')`)
    .orderBy('id', 'desc')
    .limit(LIMITS.on_call_history)
    .execute()
  return rows.map(({ recipient_name, to_phone, created_at, ...call }) => ({
    ...call,
    name: recipient_name ?? '',
    phone: to_phone ?? '',
    at: created_at.toISOString(),
  }))
}

async function readChanges(db: Db): Promise<OnCallPage['changes']> {
  const rows = await db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select([
      'a.id',
      'a.at',
      'a.action',
      'a.detail',
      sql<string>`trim(concat_ws(' ', u.first_name, u.last_name))`.as('by'),
    ])
    .where('a.subject', '=', 'on_call')
    .orderBy('a.id', 'desc')
    .limit(LIMITS.on_call_history)
    .execute()
  return rows.map(({ at, detail, action, ...change }) => ({
    ...change,
    what: AUDIT_ACTIONS[action as AuditAction] ?? action,
    at: at.toISOString(),
    detail: Object.fromEntries(
      Object.entries(detail as Record<string, unknown>).map(([key, value]) => [
        key,
        key.startsWith('number') ? maskPhone(String(value)) : value,
      ]),
    ),
  }))
}
