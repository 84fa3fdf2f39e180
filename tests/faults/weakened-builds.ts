/** The product with one of its fences taken away, and the row of the fault table that must notice. */
export interface WeakenedBuild {
  row: number
  /** Test file in this folder, without `.test.ts`. */
  test: string
  what: string
  file: string
  find: string
  replace: string
}

export const WEAKENED: readonly WeakenedBuild[] = [
  {
    row: 1,
    test: 'server',
    what: 'a screen that comes back is not given what it missed',
    file: 'server/live/live-hub.ts',
    find: '    const newest = position!\n',
    replace: '    const newest = position!\n    if (cursor < newest) return { position: newest, events: [] }\n',
  },
  {
    row: 2,
    test: 'server',
    what: 'the id of a press is not looked up',
    file: 'shared/domain/alerts/raise-alert.ts',
    find: 'where scan_id = ${input.scan_id} and coupon_id = c.id)',
    replace: 'where scan_id = ${input.scan_id} and false)',
  },
  {
    row: 3,
    test: 'server',
    what: 'an alert is written without a transaction',
    file: 'shared/domain/alerts/raise-alert.ts',
    find: 'return await inTransaction(ctx, ({ db }) => raise(db, ctx, token, input))',
    replace: 'return await raise(ctx.db as never, ctx, token, input)',
  },
  {
    row: 5,
    test: 'database-connections',
    what: 'errors of connections that are in use are not listened to',
    file: 'shared/platform/database.ts',
    find: "  pool.on('connect', (client) => client.on('error', () => {}))\n",
    replace: '',
  },
  {
    row: 6,
    test: 'database-connections',
    what: 'changes are looked for once a minute instead of once a second',
    file: 'server/live/live-hub.ts',
    find: "name: 'live reader', every_ms: 1_000",
    replace: "name: 'live reader', every_ms: 60_000",
  },
  {
    row: 7,
    test: 'live-connection',
    what: 'seq comes from a sequence instead of the locked counter',
    file: 'shared/domain/alerts/append-event.ts',
    find: 'update live_counter set n = n + 1 returning n',
    replace: "select nextval('audit_log_id_seq') + 1000000 as n",
  },
  {
    row: 8,
    test: 'live-connection',
    what: 'too many missed changes are replayed in part instead of answered with a snapshot',
    file: 'server/live/live-hub.ts',
    find: '    if (changes.length >= KEPT) return null\n',
    replace: '',
  },
  {
    row: 10,
    test: 'live-connection',
    what: 'a screen may have any number of bytes waiting',
    file: 'server/live/live-socket.ts',
    find: 'MOST_BUFFERED = 1_000_000',
    replace: 'MOST_BUFFERED = 1e12',
  },
  {
    row: 11,
    test: 'worker',
    what: 'a message whose worker died is sent again without asking the provider',
    file: 'shared/domain/messages/claim-message.ts',
    find: "uncertain = uncertain or state = 'sending',",
    replace: 'uncertain = uncertain,',
  },
  {
    row: 12,
    test: 'worker',
    what: 'a message whose worker died is not claimed again',
    file: 'shared/domain/messages/claim-message.ts',
    find: "(state = 'pending' or (state = 'sending' and claimed_until < now()))",
    replace: "state = 'pending'",
  },
  {
    row: 21,
    test: 'database-connections',
    what: 'presses share the connections of the office',
    file: 'server/app.ts',
    find: 'const alertDb = createDatabase(alertPool)',
    replace: 'const alertDb = createDatabase(pool)',
  },
  {
    row: 22,
    test: 'live-connection',
    what: "the library's own patience of a second with a silent server",
    file: 'web/src/app/live/keep-alive.ts',
    find: 'pongTimeoutMs: 10_000',
    replace: 'pongTimeoutMs: 1_000',
  },
  {
    row: 23,
    test: 'server',
    what: 'a server that ends closes every connection at once',
    file: 'server/app.ts',
    find: '      const closed = new Promise((resolve) => server.close(resolve))\n',
    replace:
      '      const closed = new Promise((resolve) => server.close(resolve))\n      server.closeAllConnections()\n',
  },
  {
    row: 24,
    test: 'database-connections',
    what: 'a migration waits for its lock as long as it takes',
    file: 'migrations/migrate.ts',
    find: "LOCK_WITHIN = '1s'",
    replace: "LOCK_WITHIN = '60s'",
  },
  {
    row: 26,
    test: 'live-connection',
    what: 'all screens come back at the same moment',
    file: 'web/src/app/live/keep-alive.ts',
    find: 'return Math.random() * 150',
    replace: 'return 150',
  },
  {
    row: 27,
    test: 'worker',
    what: 'a step up is not conditional on the level it was seen at',
    file: 'shared/domain/alerts/escalate-alerts.ts',
    find: "      .where('escalation_level', '=', alert.escalation_level)\n      .where(due)\n",
    replace: '',
  },
]
