import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from './audit.ts'
import { day } from './formats.ts'
import { listOf, listQuery, sortBy } from './lists.ts'
import { ROLES } from './roles.ts'
import { TEXTS } from './texts.ts'

const ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]]
const SUBJECT_NAMES = Object.keys(AUDIT_SUBJECTS) as [AuditSubject, ...AuditSubject[]]

const id = z.coerce.number().int().positive()

/** Filters of the audit log. Days are inclusive and in India; `subject` and `subject_id` come together. */
export const auditListInput = listQuery
  .omit({ search: true })
  .extend({
    action: z.enum(ACTION_NAMES, TEXTS.audit_action).optional(),
    actor_id: id.optional(),
    subject: z.enum(SUBJECT_NAMES, TEXTS.audit_subject).optional(),
    subject_id: id.optional(),
    from: day.optional(),
    to: day.optional(),
    sort: sortBy(['at']),
  })
  .refine(({ subject, subject_id }) => (subject === undefined) === (subject_id === undefined), {
    path: ['subject_id'],
    message: TEXTS.audit_subject_pair,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: TEXTS.dates_order })
export type AuditListInput = z.output<typeof auditListInput>

const person = z.object({ id: z.number(), name: z.string(), role: z.enum(ROLES) })

export const auditRow = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** Null: the product itself, or a caller who was not signed in. */
  actor: person.nullable(),
  action: z.string(),
  subject: z.string(),
  subject_id: z.number().nullable(),
  /** Who it is about, when it is about a person. */
  person: person.nullable(),
  /** Facts that explain the entry; never codes, tokens, passwords or health data. */
  detail: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
})
export type AuditRow = z.infer<typeof auditRow>
export const auditList = listOf(auditRow)
