import type { SubscriberListInput, SubscriberRow } from '../../../contracts/subscribers.ts'
import { declareList } from '../../records/lists/declare-list.ts'
import { subscriberColumns } from './export-subscribers.ts'
import { listedSubscribers } from './listed-subscribers.ts'

/** Seconds for which the link of a photo works. */
const PHOTO_SECONDS = 300

/** Subscribers; their file has no health data and no contacts. */
export const subscribers = declareList<SubscriberListInput, SubscriberRow>({
  name: 'subscribers',
  path: '/api/users/subscribers/',
  filters: ['start_date', 'ending_date', 'state', 'plan', 'expiry', 'registered_by'],
  listed: ({ ctx, input }) => listedSubscribers(ctx, input),
  async rows({ db, storage }, ids) {
    const rows = await db
      .selectFrom('users as u')
      .innerJoin('subscriber_profiles as p', 'p.user_id', 'u.id')
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.phone_number'])
      .select(['p.photo', 'p.state', 'p.start_date', 'p.ending_date'])
      .where('u.id', 'in', ids)
      .execute()
    return rows.map((row) => ({ ...row, photo: row.photo && storage.signedPath(row.photo, PHOTO_SECONDS) }))
  },
  columns: subscriberColumns(),
})
