import type { z } from 'zod'
import type { AlertCard, alertListInput } from '../../contracts/alerts.ts'
import type { ListPage } from '../../contracts/lists.ts'
import type { ScopedCtx, VerbArgs } from '../../platform/context.ts'
import { writeCursor } from '../records/lists/cursor.ts'
import { readPage } from '../records/lists/read-page.ts'
import { peopleTerm } from '../records/lists/search-term.ts'
import { alertCards, asSubscriber, toAlertCard } from './alert-cards.ts'
import { alertCursor, cursorAtDay, findAlertPage } from './find-alert-page.ts'

/**
 * A page of alerts: pending first with the oldest on top, then the closed ones with the newest on top. Search looks at
 * the subscriber's name and phone, at the bystander's phone and at the serial number. With scope `own` a subscriber sees
 * only own alerts. `sort` turns the order round; `go_to` begins at the closed alerts of a day.
 */
export async function listAlerts({
  ctx,
  input,
}: VerbArgs<z.output<typeof alertListInput>, ScopedCtx>): Promise<ListPage<AlertCard>> {
  const filters = {
    status: input.status,
    about: ctx.scope === 'all' ? null : ctx.actor.id,
    term: input.search ? peopleTerm(input.search) : null,
  }
  const { cursor, go_to } = input
  const from = go_to && !cursor ? writeCursor({ cursor: await cursorAtDay(ctx.db, input), backwards: false }) : cursor
  return readPage(
    { ...input, cursor: from },
    {
      path: '/api/qr/alerts/',
      filters: { status: input.status },
      order: { cursor: alertCursor },
      find: (range) => findAlertPage(ctx.db, { ...range, backwards: range.backwards !== Boolean(input.sort) }, filters),
      async rows(ids) {
        const cards = await alertCards(ctx.db).where('a.id', 'in', ids).execute()
        const found = cards.map(toAlertCard)
        return ctx.scope === 'all' ? found : found.map(asSubscriber)
      },
    },
  )
}
