import { globSync } from 'node:fs'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { until } from '../harness/until.ts'
import { startBrowser } from './sockets.ts'
import type { Engine } from './tab.ts'

const SURROUNDINGS = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' }

/** WebKitGTK over WebDriver, on a screen that is only memory. */
export async function launchWebKit(driver: string): Promise<Engine> {
  const binary = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').toSorted().at(-1)
  if (!binary) throw new Error('These tests need the MiniBrowser of webkit2gtk: apt-get install webkit2gtk-driver')
  const port = await freePort()
  const inside = ['-a', '-s', '-screen 0 1440x1000x24', 'sh', '-c', `echo up; exec ${driver} --port=${port}`]
  const { stop } = await startBrowser('xvfb-run', inside, /up/, { env: { ...process.env, ...SURROUNDINGS } })
  const ask = async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(30_000),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  await until('the driver answers', () => ask('/status').catch(() => null))
  const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const { sessionId, capabilities } = await ask<{ sessionId: string; capabilities: Record<string, string> }>(
    '/session',
    { capabilities: { alwaysMatch: wanted } },
  )
  const session = `/session/${sessionId}`
  await ask(`${session}/window/rect`, { width: 390, height: 844 })
  const perform = (source: Record<string, unknown>) => ask(`${session}/actions`, { actions: [source] })
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    navigate: async (url) => void (await ask(`${session}/url`, { url })),
    evaluate: (expression) => ask(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async clickAt(x, y) {
      await perform({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', duration: 0, x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
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
    screenshot: async () => Buffer.from(await ask<string>(`${session}/screenshot`), 'base64'),
    close: stop,
  }
}
