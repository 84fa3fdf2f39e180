import { type RawBuilder, sql } from 'kysely'

// SQL conditions on moments (`timestamptz`), by the clock of the database. That clock may have been ahead and come back:
// then rows hold moments of the future. What is to be noticed must not be silent for as long as the clock was ahead.

/** A transaction beside this one began later than `now()` says here, but not by more than that. */
const SLACK = sql`interval '5 seconds'`

type Moment = string | RawBuilder<unknown>
type Count = number | RawBuilder<number>

const of = (moment: Moment) => (typeof moment === 'string' ? sql.ref(moment) : moment)
// Constants are written out: statements with parameters would be planned at each call.
const written = (count: Count) => (typeof count === 'number' ? sql.lit(count) : count)

export const seconds = (count: Count): RawBuilder<unknown> => sql`make_interval(secs => ${written(count)})`
export const minutes = (count: Count): RawBuilder<unknown> => sql`make_interval(mins => ${written(count)})`
export const hours = (count: Count): RawBuilder<unknown> => sql`make_interval(hours => ${written(count)})`
export const days = (count: Count): RawBuilder<unknown> => sql`make_interval(days => ${written(count)})`

/** Whether it was within the last `time`. A moment of the future was not. Null for null. */
export const within = (moment: Moment, time: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${of(moment)} > now() - ${time} and ${of(moment)} <= now() + ${SLACK})`

/** The opposite: it is so long ago, or of the future. Null for null. */
export const olderThan = (moment: Moment, time: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${of(moment)} <= now() - ${time} or ${of(moment)} > now() + ${SLACK})`

/** Whether a moment that was set at most `most` ahead has come. One farther ahead has. Null for null. */
export const isDue = (moment: Moment, most: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${of(moment)} <= now() or ${of(moment)} > now() + ${most})`

/** The moment, or 1970 in place of one of the future: for comparisons with other moments. */
export const notAhead = (moment: Moment): RawBuilder<Date> =>
  sql`(case when ${of(moment)} > now() + ${SLACK} then 'epoch'::timestamptz else ${of(moment)} end)`

/**
 * The moment `time` ago, for what is kept, deleted or shown by age: there one of the future is young. What must be noticed
 * asks `within` or `olderThan`.
 */
export const ago = (time: RawBuilder<unknown>): RawBuilder<Date> => sql`(now() - ${time})`
