import { createLog, partWorks } from '@tvarit/shared/platform/log/log'
import { createOutages, storeAway } from '@tvarit/shared/platform/log/outages'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const coded = (code: string) => Object.assign(new Error('It failed.'), { code })

test('a part that is away is one line, then one a minute with the count, and one when it is back', () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('test', 'info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  for (let second = 0; second < 150; second += 1) {
    log.warn({ error: coded('ECONNREFUSED'), part: 'relay' }, 'it failed')
    vi.advanceTimersByTime(1_000)
  }
  partWorks(log, 'database')
  vi.advanceTimersByTime(5_000)
  expect(lines.map(({ level, msg, failures, seconds }) => [level, msg, failures, seconds])).toEqual([
    ['warn', 'database is away: it failed', 1, 0],
    ['warn', 'database is away: it failed', 61, 60],
    ['warn', 'database is away: it failed', 121, 120],
    ['info', 'database is back', 150, 155],
  ])
})

test('a failure within five seconds of an answer goes on with the same outage', () => {
  const ends: unknown[] = []
  const outages = createOutages((end) => ends.push(end))
  expect(outages.failed('redis')).not.toBeNull()
  outages.works('redis')
  vi.advanceTimersByTime(4_000)
  expect(outages.failed('redis')).toBeNull()
  vi.advanceTimersByTime(4_000)
  expect(ends).toEqual([])
  outages.works('redis')
  vi.advanceTimersByTime(5_000)
  expect(ends).toEqual([{ part: 'redis', state: 'back', failures: 2, seconds: 13 }])
})

test('other errors are a line each', () => {
  const lines: string[] = []
  const log = createLog('test', 'info', { write: (line) => lines.push(line) })
  for (let n = 0; n < 3; n += 1) log.error({ error: coded('23505'), path: 'alerts.claim' }, 'procedure failed')
  log.error('did not stop in time')
  expect(lines.length).toBe(4)
})

describe('which store an error is about', () => {
  const cases: [what: string, error: unknown, store: string | null][] = [
    ['no connection', coded('ECONNREFUSED'), 'database'],
    ['the database is shutting down', coded('57P01'), 'database'],
    ['the disk of the database is full', coded('53100'), 'database'],
    ['a database that only reads', coded('25006'), 'database'],
    ['a pool without an answer', new Error('timeout exceeded when trying to connect'), 'database'],
    ['a closed Redis', new Error('Connection is closed.'), 'redis'],
    ['a bucket', Object.assign(coded('ECONNREFUSED'), { $metadata: {} }), 'files'],
    ['two parts of one task', new AggregateError([coded('ECONNREFUSED'), coded('57P03')]), 'database'],
    ['parts with different reasons', new AggregateError([coded('ECONNREFUSED'), coded('23505')]), null],
    ['a fault of ours', new TypeError('x is not a function'), null],
    ['no error', 'text', null],
  ]
  test.each(cases)('%s', (_, error, store) => {
    expect(storeAway(error)).toBe(store)
  })
})
