import fs from 'node:fs'
import { bringChromium } from './bring-chromium.ts'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'
import type { Engine } from './tab.ts'
import { launchWebKit } from './webkit.ts'

interface KnownEngine {
  name: string
  /** Looked at by `npm test`; the others by `npm run test:browsers`. */
  always?: true
  /** What of the web client it must be able to run; less is words and 112. */
  web_client: 'words' | 'public' | 'office'
  launch: () => Promise<Engine>
}

const chromium = (version: string) => async () => launchChromium(await bringChromium(version))

/** What `scripts/bring-tools.ts` has brought. */
function installed(file: string): string {
  if (fs.existsSync(file)) return file
  throw new Error(`These tests need ${file}: run npm run test:browsers, which brings it.`)
}

/** From the engines of the oldest phones to those of today. */
const ENGINES: readonly KnownEngine[] = [
  { name: 'Chromium 64', always: true, web_client: 'words', launch: chromium('64.0.3264') },
  { name: 'Chromium 79', web_client: 'words', launch: chromium('2.0.2') },
  { name: 'Chromium 80', always: true, web_client: 'public', launch: chromium('2.1.1') },
  { name: 'Chromium 88', web_client: 'public', launch: chromium('5.5.0') },
  {
    name: 'Firefox',
    always: true,
    web_client: 'office',
    launch: async () => launchFirefox(installed('/usr/bin/firefox-esr')),
  },
  {
    name: 'WebKit',
    web_client: 'office',
    launch: async () => launchWebKit(installed('/usr/bin/WebKitWebDriver')),
  },
]

/** Those of this run. */
export const enginesOfRun = (): readonly KnownEngine[] =>
  process.env.BROWSERS === 'all' ? ENGINES : ENGINES.filter(({ always }) => always)
