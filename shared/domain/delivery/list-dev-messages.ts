import type { Ctx, VerbArgs } from '../../platform/context.ts'

/** The development inbox, newest first, at most 200; with the channel and state of each message to a phone. */
export async function listDevMessages({ ctx, input }: VerbArgs<{ to?: string | undefined }, Ctx>) {
  let query = ctx.db
    .selectFrom('dev_messages as d')
    .leftJoin('messages as m', 'm.id', 'd.message_id')
    .select(['d.id', 'd.to_phone', 'd.to_email', 'd.subject', 'd.text', 'd.template', 'd.created_at'])
    .select(['m.channel', 'm.state', 'm.language'])
    .orderBy('d.id', 'desc')
    .limit(200)
  const { to } = input
  if (to) query = query.where((eb) => eb(to.includes('@') ? 'd.to_email' : 'd.to_phone', '=', to))
  const rows = await query.execute()
  return rows.map(({ to_phone, to_email, created_at, subject, channel, ...row }) => ({
    to: to_phone ?? to_email,
    ...(subject === null ? {} : { subject }),
    ...row,
    channel: channel ?? (to_phone === null ? ('email' as const) : ('sms' as const)),
    created_at: created_at.toISOString(),
  }))
}
