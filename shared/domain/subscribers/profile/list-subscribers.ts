import type { z } from 'zod'
import type { ListPage } from '../../../contracts/lists.ts'
import type { Scope } from '../../../contracts/permissions.ts'
import type { SubscriberRow, subscriberListInput } from '../../../contracts/subscribers.ts'
import type { SignedInCtx } from '../../../platform/context.ts'
import { inOrder, readPage } from '../../ground/lists/read-page.ts'
import { searchKeys } from '../../ground/lists/search-keys.ts'
import { peopleTerm } from '../../ground/lists/search-term.ts'
import { type SubscriberKey, subscriberKey, subscriberKeys, subscriberSearch } from './subscriber-keys.ts'

/** Seconds for which the link of a photo works. */
const PHOTO_SECONDS = 300

/** Subscribers, the newest term first. With scope `own` one only sees oneself. */
export function listSubscribers({
  ctx,
  input,
}: {
  ctx: SignedInCtx & { scope: Scope }
  input: z.output<typeof subscriberListInput>
}): Promise<ListPage<SubscriberRow>> {
  const { search, start_date, ending_date } = input
  const filters = { start_date, ending_date, only: ctx.scope === 'all' ? null : ctx.actor.id }
  const term = search ? peopleTerm(search) : null
  return readPage(input, {
    path: '/api/users/subscribers/',
    filters: { start_date, ending_date },
    key: subscriberKey,
    find: (range) =>
      term ? searchKeys(range, subscriberSearch(ctx.db, term, filters)) : subscriberKeys(ctx.db, range, filters),
    rows: (keys) => readRows(ctx, keys),
  })
}

async function readRows(ctx: SignedInCtx, keys: SubscriberKey[]): Promise<SubscriberRow[]> {
  const ids = keys.map(([, id]) => id)
  const rows = await ctx.db
    .selectFrom('users as u')
    .innerJoin('subscriber_profiles as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.phone_number'])
    .select(['p.photo', 'p.state', 'p.start_date', 'p.ending_date'])
    .where('u.id', 'in', ids)
    .execute()
  const people = rows.map((row) => ({ ...row, photo: row.photo && ctx.storage.signedPath(row.photo, PHOTO_SECONDS) }))
  return inOrder(ids, people, (row) => row.id)
}
