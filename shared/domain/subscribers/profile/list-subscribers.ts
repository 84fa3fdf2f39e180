import type { ListPage } from '../../../contracts/lists.ts'
import type { SubscriberListInput, SubscriberRow } from '../../../contracts/subscribers.ts'
import type { ScopedCtx, SignedInCtx, VerbArgs } from '../../../platform/context.ts'
import { readPage } from '../../ground/lists/read-page.ts'
import { searchPage } from '../../ground/lists/search-page.ts'
import { peopleTerm } from '../../ground/lists/search-term.ts'
import { findSubscriberPage, subscriberFilters, subscriberOrder, subscriberSearch } from './find-subscriber-page.ts'

/** Seconds for which the link of a photo works. */
const PHOTO_SECONDS = 300

/** Subscribers, the newest term first if not asked otherwise. With scope `own` only the caller. */
export function listSubscribers({
  ctx,
  input,
}: VerbArgs<SubscriberListInput, ScopedCtx>): Promise<ListPage<SubscriberRow>> {
  const { only, ...filters } = subscriberFilters(ctx, input)
  const [all, order] = [{ only, ...filters }, subscriberOrder(input)]
  const term = input.search ? peopleTerm(input.search) : null
  return readPage(input, {
    path: '/api/users/subscribers/',
    filters,
    order,
    find: (range) =>
      term
        ? searchPage(range, subscriberSearch(ctx.db, term, all, order))
        : findSubscriberPage(ctx.db, range, all, order),
    rows: (ids) => readRows(ctx, ids),
  })
}

async function readRows(ctx: SignedInCtx, ids: number[]): Promise<SubscriberRow[]> {
  const rows = await ctx.db
    .selectFrom('users as u')
    .innerJoin('subscriber_profiles as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.phone_number'])
    .select(['p.photo', 'p.state', 'p.start_date', 'p.ending_date'])
    .where('u.id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, photo: row.photo && ctx.storage.signedPath(row.photo, PHOTO_SECONDS) }))
}
