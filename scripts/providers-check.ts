/**
 * `npm run providers:check -- --to 9812345678`: one message or call of each configured channel through each of its
 * providers, to a number of your own. Prints what each provider said, and for two minutes the receipts.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PHONE_CHANNELS } from '@tvarit/shared/contracts/messages'
import { normalisePhone } from '@tvarit/shared/contracts/phone-numbers'
import { checkProvider } from '@tvarit/shared/domain/delivery/check-provider'
import { providersSetting } from '@tvarit/shared/platform/carriers/create-providers'
import { runWithContext } from './run-with-context.ts'

const { values } = parseArgs({ options: { to: { type: 'string' }, seconds: { type: 'string', default: '120' } } })

await runWithContext('providers-check', async (ctx) => {
  const to = normalisePhone(values.to ?? '')
  if (!/^[6-9]\d{9}$/.test(to)) throw new Error('Name your own number: npm run providers:check -- --to 9812345678')
  const shown = new Map<number, { name: string; state: string }>()
  for (const channel of PHONE_CHANNELS) {
    const providers = ctx.config[providersSetting(channel)]
    if (providers.length === 0) console.log(`${channel}: not in use`)
    for (const provider of providers) {
      const name = `${channel} by ${provider}`
      const { id, taken, said } = await checkProvider({ ctx, input: { channel, provider, to } })
      console.log(`${name}: ${taken ? 'taken as' : 'NOT taken:'} ${said}`)
      if (taken) shown.set(id, { name, state: 'sent' })
      else process.exitCode = 1
    }
  }
  const until = Date.now() + Number(values.seconds) * 1000
  while (shown.size > 0 && Date.now() < until) {
    await wait(500)
    const rows = await ctx.db
      .selectFrom('messages')
      .select(['id', 'state', 'last_error'])
      .where('id', 'in', [...shown.keys()])
      .execute()
    for (const { id, state, last_error } of rows) {
      const message = shown.get(id)!
      if (state !== message.state) console.log(`${message.name}: ${state}${last_error ? `, ${last_error}` : ''}`)
      message.state = state
    }
  }
})
