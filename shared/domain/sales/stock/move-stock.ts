import { type RawBuilder, sql } from 'kysely'
import { CHAIN_ROLES } from '../../../contracts/chain.ts'
import type { MoveStock, StockMove } from '../../../contracts/stock.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { ScopedCtx } from '../../../platform/context.ts'
import { DomainError, fieldError } from '../../../platform/domain-error.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { createOnce } from '../../records/create-once.ts'
import { withinReach } from '../chain/within-reach.ts'
import { findMoves } from './find-moves.ts'

interface Call {
  ctx: ScopedCtx
  input: MoveStock
}

/** Gives stock to a partner directly below; an admin gives the company's to any member. See `moveStock`. */
export const giveStock = ({ ctx, input }: Call): Promise<StockMove> => moveStock(ctx, input, 'given')

/** Takes stock back from a partner directly below; an admin from any member, for the company. See `moveStock`. */
export const takeBackStock = ({ ctx, input }: Call): Promise<StockMove> => moveStock(ctx, input, 'taken_back')

/**
 * Coupons change their holder, with a row of the paper trail and audit in one transaction. Only those of the giver that
 * are neither activated nor voided move. Numbers of another holder reject the whole transfer; activated and voided ones
 * in between stay behind. The same `request_id` again is the same transfer, and for anything else a conflict.
 *
 * The partner's row is held, so that a removal either sees the stock or comes first (`delete-chain-member.ts`). The
 * coupons are locked last: a press waits for no more than their update.
 */
async function moveStock(ctx: Call['ctx'], input: MoveStock, kind: 'given' | 'taken_back'): Promise<StockMove> {
  const id = await createOnce(ctx, `stock ${kind}`, input, async (ctx, input) => {
    const { db, actor } = ctx
    const own = ctx.scope === 'all' ? null : actor.id
    const [from, to] = kind === 'given' ? [own, input.partner_id] : [input.partner_id, own]
    await holdPartner(ctx, input.partner_id)
    const { count, ids, coupons, numbers } = await chooseCoupons(ctx, input, from)
    const { rows } = await sql<{ id: number }>`
      insert into stock_moves (from_id, to_id, bulk_job_id, numbers, count, coupons, note, moved_by)
      values (${from}, ${to}, ${input.bulk_job_id ?? null}, ${numbers}, ${count}, ${coupons}, ${input.note},
        ${actor.id}) returning id`.execute(db)
    const { id } = rows[0]!
    await writeAudit(ctx, {
      action: `stock.${kind}`,
      subject: 'user',
      subject_id: input.partner_id,
      detail: { count, transfer: id, ...(input.bulk_job_id ? { bulk_job_id: input.bulk_job_id } : {}) },
    })
    const moved = await sql`
      with chosen as (
        select id from coupons c where id = any(${ids}::bigint[]) and ${isFree(from)} order by id for no key update
      )
      update coupons c set holder_id = ${to} from chosen where c.id = chosen.id`.execute(db)
    if (Number(moved.numAffectedRows) !== count) throw new DomainError('CONFLICT', TEXTS.stock_changed)
    return id
  })
  return (await findMoves(ctx.db, [id]))[0]!
}

/** Throws a field error for a partner who is not an active member within the caller's reach. */
async function holdPartner(ctx: Call['ctx'], id: number): Promise<void> {
  const partner = await ctx.db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', id)
    .where('u.role', 'in', CHAIN_ROLES)
    .where('u.deleted_at', 'is', null)
    .where(withinReach(ctx))
    .forShare()
    .executeTakeFirst()
  if (!partner) throw fieldError('partner_id', TEXTS.stock_partner_wrong)
}

const isHere = (from: number | null): RawBuilder<boolean> =>
  from === null ? sql<boolean>`c.holder_id is null` : sql<boolean>`c.holder_id = ${from}`

/** SQL on `coupons c`: it is the giver's and neither activated nor voided. */
export const isFree = (from: number | null): RawBuilder<boolean> =>
  sql<boolean>`(${isHere(from)} and c.status = 'AVAILABLE' and c.voided_at is null)`

type Asked = Omit<MoveStock, 'request_id'>

interface Chosen {
  count: number
  /** As text: thousands of numbers would only be read to be sent back. */
  ids: string
  /** Multiranges of ids, and of numbers in the batch. */
  coupons: string
  numbers: string | null
}

const chooseCoupons = (ctx: Call['ctx'], input: Asked, from: number | null): Promise<Chosen> =>
  input.bulk_job_id === undefined
    ? chooseBySerial(ctx, input.serial_numbers ?? [], from)
    : chooseByNumber(ctx, { ...input, bulk_job_id: input.bulk_job_id }, from)

async function chooseByNumber(
  { db }: Call['ctx'],
  { bulk_job_id, first_number, last_number }: Asked & { bulk_job_id: number },
  from: number | null,
): Promise<Chosen> {
  const { rows } = await sql<Chosen & { here: number; wanted: number }>`
    with numbered as (
      select c.id, row_number() over (order by c.id)::int as number, ${isHere(from)} as here, ${isFree(from)} as free
      from coupons c join bulk_jobs j on j.id = c.bulk_job_id and j.status in ('COMPLETED', 'PRINTED')
      where c.bulk_job_id = ${bulk_job_id}
    )
    select count(*) as wanted, count(*) filter (where here) as here, count(*) filter (where free) as count,
      array_agg(id) filter (where free)::text as ids, range_agg(int8range(id, id, '[]')) filter (where free) as coupons,
      range_agg(int4range(number, number, '[]')) filter (where free) as numbers
    from numbered where number between ${first_number ?? 1} and ${last_number ?? 2_147_483_647}`.execute(db)
  const { here, wanted, ...chosen } = rows[0]!
  if (here === 0) throw fieldError('bulk_job_id', TEXTS.stock_batch_unknown)
  const most = last_number === undefined ? wanted : last_number - (first_number ?? 1) + 1
  const is_range = first_number !== undefined || last_number !== undefined
  if (is_range && here < most) throw fieldError('last_number', TEXTS.stock_not_here(most - here))
  if (chosen.count === 0) throw fieldError('bulk_job_id', TEXTS.stock_none)
  return chosen
}

async function chooseBySerial({ db }: Call['ctx'], serials: string[], from: number | null): Promise<Chosen> {
  const { rows } = await sql<Chosen & { missing: number; some: string | null }>`
    with wanted as (
      select s.serial, s.place, c.id from unnest(${serials}::text[]) with ordinality s (serial, place)
      left join coupons c on c.serial_number = s.serial and ${isFree(from)} and not exists (
        select from bulk_jobs j where j.id = c.bulk_job_id and j.status in ('PROCESSING', 'FAILED'))
    )
    select count(id) as count, count(*) - count(id) as missing, array_agg(id)::text as ids,
      range_agg(int8range(id, id, '[]')) as coupons,
      null as numbers, (select string_agg(serial, ', ' order by place) from (
        select serial, place from wanted where id is null order by place limit 5) few) as some
    from wanted`.execute(db)
  const { missing, some, ...chosen } = rows[0]!
  if (missing > 0) {
    const text = `${some}${missing > 5 ? ', …' : ''}`
    throw fieldError('serial_numbers', TEXTS.stock_serials_not_here(missing, text))
  }
  return chosen
}
