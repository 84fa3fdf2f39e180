import { notifyStaff } from '@tvarit/shared/domain/call-centre/notify-staff'
import { escalateAlerts } from '@tvarit/shared/domain/call-centre/escalate-alerts'
import type { World } from './world.ts'

/** Escalates alerts, again as long as there is something to do, and calls the staff, as several workers do at the same moment. */
export async function lookAtAlerts(world: World, workers = 1): Promise<void> {
  const each = async () => {
    while ((await escalateAlerts({ ctx: world.ctx() })).length > 0);
    await notifyStaff({ ctx: world.ctx() })
  }
  await Promise.all(Array.from({ length: workers }, each))
}

/** The levels an alert has climbed to, oldest first. */
export const levelsOf = async (world: World, alert_id: number): Promise<number[]> => {
  const events = await world.db
    .selectFrom('alert_events')
    .select('detail')
    .where('alert_id', '=', alert_id)
    .where('kind', '=', 'escalated')
    .orderBy('seq')
    .execute()
  return events.map(({ detail }) => (detail as { level: number }).level)
}

/** The staff's alarms noted for a number, oldest first. */
export const alarmsTo = (world: World, phone: string) =>
  world.db
    .selectFrom('messages')
    .select(['id', 'params', 'state', 'last_error', 'alert_id'])
    .where('template', '=', 'staff_escalation')
    .where('to_phone', '=', phone)
    .orderBy('id')
    .execute()

/** How many alerts each alarm to a number spoke of. */
export const countsNotified = async (world: World, phone: string): Promise<number[]> =>
  (await alarmsTo(world, phone)).map(({ params }) => (params as { count: number }).count)
