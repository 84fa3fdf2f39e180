import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { endStalled } from '@tvarit/server/rest/end-stalled'
import { sendFile } from '@tvarit/server/rest/send-file'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ask, endless } from '../harness/downloads.ts'
import { until } from '../harness/until.ts'

describe('a file that is being sent', () => {
  const stalled = endless()
  const log = { warn: vi.fn() }
  const app = express().use(endStalled({ after_ms: 200 }))
  app.get('/stalled', (_request, response) => sendFile(log as never, response, stalled, {}))
  app.get('/short', (_request, response) =>
    sendFile(log as never, response, { stream: Readable.from([Buffer.from('abc')]), bytes: 3 }, {}),
  )
  const unread = endless()
  app.get('/left', async (_request, response) => {
    response.destroy()
    await once(response, 'close')
    await sendFile(log as never, response, unread, {})
  })
  app.get('/slow', (_request, response) => void setTimeout(() => response.send('slow'), 400))
  const server = http.createServer(app)
  const url = (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('is taken from a reader who reads nothing, which is no fault of ours', async () => {
    const answer = await ask(url('stalled'))
    await until('the file is free', () => stalled.stream.destroyed)
    answer.destroy()
    expect(log.warn).not.toHaveBeenCalled()
  })

  test('is let go when its reader has left before the first byte', async () => {
    await expect(fetch(url('left'))).rejects.toThrow()
    await until('the file is free', () => unread.stream.destroyed)
  })

  test('leaves its connection to the next request, however long that takes', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const sockets = new Set<unknown>()
    for (const [name, text] of [
      ['short', 'abc'],
      ['slow', 'slow'],
    ] as const) {
      const answer = await ask(url(name), {}, agent)
      sockets.add(answer.socket)
      expect((await buffer(answer)).toString()).toBe(text)
    }
    expect(sockets.size).toBe(1)
    agent.destroy()
  })
})
