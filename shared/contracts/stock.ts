import { z } from 'zod'
import { chainRole } from './chain.ts'
import { normaliseCode } from './codes.ts'
import { optionalText } from './formats.ts'
import { LIMITS } from './limits.ts'
import { listOf, listQuery } from './lists.ts'
import { TEXTS } from './texts.ts'
import { requestId } from './requests.ts'

const id = z.coerce.number().int().positive()

/** A member of the chain as the holder of stock. */
export const holder = z.object({ id: z.number(), name: z.string(), firm_name: z.string(), role: chainRole })
export type Holder = z.infer<typeof holder>

/** Null where it is the company. */
const place = holder.nullable()

/** Left out: the caller's own stock, and for an admin the company's. */
export const holderInput = z.strictObject({ holder_id: id.optional() })

const sales = { available: z.number(), activated: z.number(), activated_month: z.number() }

/** All people below, at any depth, and theirs together. */
const below = z.object({ people: z.number(), ...sales })

/** What one holder has. `available` of the company includes its voided stickers and those of unfinished batches. */
export const stock = z.object({
  holder: place,
  ...sales,
  /** Null for the company. */
  voided: z.number().nullable(),
  below,
  /** Those with stickers first, then the newest. Of the company: those with stickers to give. */
  batches: z.array(
    z.object({
      /** Null: coupons of no batch. */
      bulk_job_id: z.number().nullable(),
      name: z.string().nullable(),
      available: z.number(),
      activated: z.number(),
      voided: z.number(),
    }),
  ),
})
export type Stock = z.infer<typeof stock>

/** `numbers` are places in the batch, as `1-120, 131-500`; empty where there are none. */
const part = z.object({ count: z.number(), numbers: z.string() })
export const stockBatchInput = holderInput.extend({ id })
export const stockBatch = z.object({
  id: z.number(),
  name: z.string().nullable(),
  available: part,
  activated: part,
  voided: part,
  /** The newest of those that were activated. */
  newest_activated: z.array(z.object({ serial_number: z.string(), number: z.number(), day: z.string() })),
})
export type StockBatch = z.infer<typeof stockBatch>

/** Left out, `under` is the caller; an admin then gets the top of the chain, and with a search all members. */
export const stockPeopleInput = listQuery.extend({ under: id.optional() })
export const stockPerson = holder.extend({ ...sales, below })
export type StockPerson = z.infer<typeof stockPerson>
export const stockPeople = listOf(stockPerson)

export const stockMove = z.object({
  id: z.number(),
  created_at: z.string(),
  from: place,
  to: place,
  batch: z.object({ id: z.number(), name: z.string().nullable() }).nullable(),
  /** Places in the batch, as `1-120, 131-500`; null for a list of serial numbers. */
  numbers: z.string().nullable(),
  count: z.number(),
  note: z.string().nullable(),
  moved_by: z.string(),
})
export type StockMove = z.infer<typeof stockMove>

export const stockMovesInput = listQuery.omit({ search: true }).extend(holderInput.shape)
export const stockMoves = listOf(stockMove)
export const stockMoveId = z.strictObject({ id })
/** With the serial numbers where there are no numbers of a batch. */
export const stockMoveDetail = stockMove.extend({ serial_numbers: z.array(z.string()) })
export type StockMoveDetail = z.infer<typeof stockMoveDetail>

const number = z.coerce.number().int().min(1).max(LIMITS.bulk_count_max, TEXTS.stock_number_most)

/**
 * What changes hands: a batch, all of it or from number to number, or serial numbers as typed or pasted. `partner_id` is
 * who gets it, or from whom it is taken back. The same `request_id` again is the same transfer.
 */
export const moveStockInput = z
  .strictObject({
    ...requestId,
    partner_id: id,
    bulk_job_id: id.optional(),
    first_number: number.optional(),
    last_number: number.optional(),
    serial_numbers: z
      .string()
      .max(40 * LIMITS.stock_serials, TEXTS.stock_serials_most)
      .transform((typed) => [...new Set(typed.split(/[\s,;]+/).map(normaliseCode))].filter((serial) => serial !== ''))
      .refine((serials) => serials.length <= LIMITS.stock_serials, TEXTS.stock_serials_most)
      .optional(),
    note: optionalText(LIMITS.stock_note),
  })
  .refine(({ bulk_job_id, serial_numbers }) => (bulk_job_id === undefined) !== !serial_numbers?.length, {
    path: ['bulk_job_id'],
    message: TEXTS.stock_what,
  })
  .refine(({ first_number = 1, last_number = Infinity }) => first_number <= last_number, {
    path: ['last_number'],
    message: TEXTS.stock_numbers_order,
  })
export type MoveStock = z.output<typeof moveStockInput>

/** `YYYY-MM`, in India. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM.')

export const statementInput = holderInput.extend({ month: month.optional() })
export const statement = z.object({
  holder: place,
  /** The last twelve, oldest first: by the holder, and by all below (also by those who left). */
  months: z.array(z.object({ month: z.string(), own: z.number(), below: z.number() })),
  month: z.string(),
  /** Who sold in that month, most first. */
  sellers: z.array(holder.extend({ activated: z.number() })),
  /** How many there are in all; the CSV names all of them. */
  sellers_count: z.number(),
})
export type Statement = z.infer<typeof statement>

/** Both months inclusive. */
export const statementExportInput = z
  .object({ ...holderInput.shape, from: month, to: month })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: TEXTS.months_order })
  .refine(({ from, to }) => monthNumber(to) - monthNumber(from) < LIMITS.statement_export_months, {
    path: ['to'],
    message: TEXTS.months_most,
  })
export type StatementExport = z.output<typeof statementExportInput>

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))
