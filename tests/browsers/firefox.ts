import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connect, startBrowser } from './sockets.ts'
import type { Engine } from './tab.ts'

/** Firefox over WebDriver BiDi, which it speaks on its own. */
export async function launchFirefox(file: string): Promise<Engine> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank']
  const options = { env: { ...process.env, HOME: profile } }
  const { said, stop } = await startBrowser(file, args, /WebDriver BiDi listening on (ws:\S+)/, options)
  const { call, close } = await connect(`${said}/session`)
  const { capabilities } = await call<{ capabilities: { browserName: string; browserVersion: string } }>(
    'session.new',
    { capabilities: {} },
  )
  const { contexts } = await call<{ contexts: { context: string }[] }>('browsingContext.getTree')
  const { context } = contexts[0]!
  await call('browsingContext.setViewport', { context, viewport: { width: 390, height: 844 } })
  const perform = (source: Record<string, unknown>) => call('input.performActions', { context, actions: [source] })
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    navigate: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const answer = await call<{ type: string; result: { value?: string } }>('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value === undefined ? null : value))`,
        target: { context },
        awaitPromise: true,
      })
      if (answer.type !== 'success') throw new Error(JSON.stringify(answer))
      return JSON.parse(answer.result.value ?? 'null') as unknown
    },
    async clickAt(x, y) {
      const button = { button: 0 }
      await perform({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', ...button },
          { type: 'pointerUp', ...button },
        ],
      })
    },
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await perform({ type: 'key', id: 'keys', actions: keys })
    },
    async screenshot() {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      close()
      await stop()
      fs.rmSync(profile, { recursive: true, force: true })
    },
  }
}
