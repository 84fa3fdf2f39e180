import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

type OwnId = { kind: 'note'; note_id: string } | { kind: 'called'; call_id: string }

/** Whether an entry with this id of its caller stands there already. The alert's lock makes the answer last. */
export async function isOnTimeline(db: Db, alert_id: number, { kind, ...id }: OwnId): Promise<boolean> {
  const entry = await db
    .selectFrom('alert_events')
    .select('id')
    .where('alert_id', '=', alert_id)
    .where('kind', '=', kind)
    .where(sql<boolean>`detail @> ${JSON.stringify(id)}::jsonb`)
    .executeTakeFirst()
  return entry !== undefined
}
