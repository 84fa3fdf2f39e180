import { type RawBuilder, sql } from 'kysely'

/** SQL: the day in India (`date`) of a moment (`timestamptz`). */
export const dayInIndia = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${moment} at time zone 'Asia/Kolkata')::date`

/** SQL: the hour of the day in India (0 to 23) of a moment. */
export const hourInIndia = (moment: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`extract(hour from ${moment} at time zone 'Asia/Kolkata')::integer`

/** SQL: the moment (`timestamptz`) at which a day (`date`) begins in India. */
export const startOfDayInIndia = (day: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`(${day}::timestamp at time zone 'Asia/Kolkata')`

/** SQL: today in India (`date`), by the clock of the database. */
export const todayInIndia: RawBuilder<string> = dayInIndia(sql`now()`)
