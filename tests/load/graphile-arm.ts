import { Logger, run } from 'graphile-worker'

/** The peer of `npm run bench -- messages`: graphile-worker with one task, the same call of the provider as ours. */
const provider = process.env['PROVIDER']!
const runner = await run({
  connectionString: process.env['DATABASE_URL']!,
  concurrency: 20,
  maxPoolSize: 21,
  logger: new Logger(() => () => {}),
  noHandleSignals: true,
  taskList: {
    async send(payload) {
      const { to } = payload as { to: string }
      const body = new URLSearchParams({ To: `+91${to}`, From: '+15005550006', Body: 'Your plan ends in 7 day(s).' })
      const headers = { authorization: `Basic ${Buffer.from('AC0:token').toString('base64')}` }
      await (await fetch(`${provider}/2010-04-01/Accounts/AC0/Messages.json`, { method: 'POST', body, headers })).text()
    },
  },
})
process.on('SIGTERM', () => void runner.stop().then(() => process.exit()))
process.on('disconnect', () => process.exit())
process.send!('ready')
