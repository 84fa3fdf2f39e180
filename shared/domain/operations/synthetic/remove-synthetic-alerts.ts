import { sql } from 'kysely'
import type { Ctx, VerbArgs } from '../../../platform/context.ts'

/**
 * Takes away the alert of a scan that has ended, and what scans that never ended have left. By a function of the
 * database: the product's own role may not delete events.
 */
export async function removeSyntheticAlerts({ ctx, input }: VerbArgs<{ alert_id: number | null }, Ctx>): Promise<void> {
  await sql`select remove_synthetic_alerts(${input.alert_id})`.execute(ctx.db)
}
