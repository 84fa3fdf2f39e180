import { type RawBuilder, sql } from 'kysely'

/** SQL: India's clock (`timestamp`) at a moment (`timestamptz`). */
export const clockInIndia = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${moment} at time zone 'Asia/Kolkata')`

/** SQL: the day in India (`date`) of a moment (`timestamptz`). */
export const dayInIndia = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${clockInIndia(moment)}::date`

/** SQL: the hour of the day in India (0 to 23) of a moment. */
export const hourInIndia = (moment: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`extract(hour from ${clockInIndia(moment)})::integer`

/** SQL: the moment (`timestamptz`) at which a day (`date`) begins in India. */
export const startOfDayInIndia = (day: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`(${day}::timestamp at time zone 'Asia/Kolkata')`

/** SQL: today in India (`date`), by the clock of the database. */
export const todayInIndia: RawBuilder<string> = dayInIndia(sql`now()`)

/** SQL: the first day (`date`) of this month in India. */
export const thisMonthInIndia: RawBuilder<string> = sql<string>`date_trunc('month', ${clockInIndia(sql`now()`)})::date`

/** SQL as text: a moment with India's offset, `2026-11-21T10:32:05+05:30`. */
export const isoInIndia = (moment: string): string =>
  `to_char(${moment} at time zone 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI:SS"+05:30"')`
