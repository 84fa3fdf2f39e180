import { sealAudit } from '@tvarit/shared/domain/audit/seal-audit'
import { verifyAudit } from '@tvarit/shared/domain/audit/verify-audit'
import { writeAudit } from '@tvarit/shared/domain/audit/write-audit'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import type { World } from './world.ts'

/** Writing, sealing and verifying the audit log of a world; before each test it is empty and its check is due. */
export function auditSeals(world: World) {
  beforeEach(() =>
    world.pool.query(`truncate audit_log, audit_seals restart identity;
      update audit_checks set next_at = now(), ended_at = null, newest = null, round = null, round_ended_at = null, broken = null`),
  )

  const seal = () => sealAudit({ ctx: world.ctx(), input: { now: true } })
  const verify = (noted?: string) => verifyAudit({ ctx: world.ctx(), input: noted ? { noted } : {} })
  const write = async (count = 1) => {
    for (let n = 0; n < count; n++) {
      await writeAudit(world.ctx(), {
        action: 'health.viewed',
        subject: 'user',
        subject_id: n,
        detail: { alert_id: n },
      })
    }
  }
  /** Entries that lie so many days in the past. */
  const writeOld = (days: number, count: number) =>
    sql`insert into audit_log (at, action, subject) select now() - make_interval(days => ${days}), 'alert.raised', 'alert'
      from generate_series(1, ${count}::integer)`.execute(world.db)

  return { seal, verify, write, writeOld }
}
