import type { Ctx } from '../../platform/context.ts'

/** The development inbox, newest first, at most 200. */
export async function listDevMessages({ ctx, input }: { ctx: Ctx; input: { to?: string | undefined } }) {
  let query = ctx.db
    .selectFrom('dev_messages')
    .select(['to_phone', 'to_email', 'subject', 'text', 'template', 'created_at'])
    .orderBy('id', 'desc')
    .limit(200)
  const { to } = input
  if (to) query = query.where((eb) => eb(to.includes('@') ? 'to_email' : 'to_phone', '=', to))
  const rows = await query.execute()
  return rows.map(({ to_phone, to_email, created_at, subject, ...row }) => ({
    to: to_phone ?? to_email,
    ...(subject === null ? {} : { subject }),
    ...row,
    created_at: created_at.toISOString(),
  }))
}
