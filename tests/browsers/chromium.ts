import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@tvarit/shared/platform/process/free-port'
import { until } from '../harness/until.ts'
import { connect, startBrowser } from './sockets.ts'
import type { Engine } from './tab.ts'

const PHONE = { width: 390, height: 844, deviceScaleFactor: 1, mobile: false }

/** An old Chromium. In a single process it hangs at some starts, so a start that does not answer is tried again. */
export async function launchChromium(file: string): Promise<Engine> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start(file)
    } catch (error) {
      if (tries === 3) throw error
    }
  }
}

/** Over the part of the DevTools protocol that the oldest already had. */
async function start(file: string): Promise<Engine> {
  const port = await freePort()
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'tvarit-chromium-'))
  const args = [
    '--headless',
    '--no-sandbox',
    '--single-process',
    '--no-zygote',
    '--disable-gpu',
    // Without its own drawing library a single process waits forever for the graphics it cannot start.
    '--disable-software-rasterizer',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const browser = await startBrowser(file, args, /DevTools listening on/, { env: { ...process.env, HOME: profile } })
  const read = async (part: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/json/${part}`, { signal: AbortSignal.timeout(10_000) })
    return answer.json()
  }
  try {
    return await drive()
  } catch (error) {
    await browser.stop()
    throw error
  }

  async function drive(): Promise<Engine> {
    const pages = await until('a page is open', async () => {
      const found = (await read('list')) as { type: string; webSocketDebuggerUrl: string }[]
      return found.find(({ type }) => type === 'page')
    })
    const { Browser } = (await read('version')) as { Browser: string }
    const { call, close } = await connect(pages.webSocketDebuggerUrl)
    await call('Page.enable')
    await call('Emulation.setDeviceMetricsOverride', PHONE)
    return {
      version: Browser,
      navigate: async (url) => void (await call('Page.navigate', { url })),
      async evaluate(expression) {
        const answer = await call<{ result: { value: unknown }; exceptionDetails?: { text: string } }>(
          'Runtime.evaluate',
          { expression, returnByValue: true, awaitPromise: true },
        )
        if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails))
        return answer.result.value
      },
      async clickAt(x, y) {
        const button = { x, y, button: 'left', clickCount: 1 }
        await call('Input.dispatchMouseEvent', { ...button, type: 'mousePressed' })
        await call('Input.dispatchMouseEvent', { ...button, type: 'mouseReleased' })
      },
      async type(text) {
        for (const key of text) await call('Input.dispatchKeyEvent', { type: 'char', text: key })
      },
      async screenshot() {
        const { data } = await call<{ data: string }>('Page.captureScreenshot', { format: 'png' })
        return Buffer.from(data, 'base64')
      },
      async close() {
        close()
        await browser.stop()
        fs.rmSync(profile, { recursive: true, force: true })
      },
    }
  }
}
