import type { Ctx } from '../../platform/context.ts'

/** The development inbox, newest first, at most 200. */
export async function listDevMessages({ ctx, input }: { ctx: Ctx; input: { to?: string | undefined } }) {
  let query = ctx.db
    .selectFrom('dev_messages')
    .select(['to_phone', 'text', 'template', 'created_at'])
    .orderBy('id', 'desc')
    .limit(200)
  if (input.to) query = query.where('to_phone', '=', input.to)
  const rows = await query.execute()
  return rows.map(({ to_phone, created_at, ...row }) => ({
    to: to_phone,
    ...row,
    created_at: created_at.toISOString(),
  }))
}
