import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { clientScript } from '@tvarit/server/pages/client-files'

/** Younger than Chrome 51 or iOS 10.3; the pages have to do without. */
const YOUNGER =
  /(?<!\bbody)\.(append|prepend|replaceWith|toggleAttribute|flat|flatMap|finally|padStart|padEnd|replaceAll|at|matchAll|trimEnd)\(|Object\.(entries|values|fromEntries)|Promise\.(any|allSettled)|globalThis|queueMicrotask|crypto\.randomUUID/

test.each(['scan', 'status', 'driver', 'track', 'handover'] as const)(
  'the script of the page "%s" is plain ES2015, for Chrome 51 and iOS 10.3',
  (name) => {
    const script = clientScript(name)
    expect(() => parse(script, { ecmaVersion: 6 })).not.toThrow()
    expect(YOUNGER.exec(script)?.[0]).toBeUndefined()
    // The last statement: whatever broke before it leaves the word to the script for that.
    expect(script.trimEnd()).toMatch(/window\.started\s*=\s*(true|!0)\s*[;,]?\s*\}\)\(\);?$/)
  },
)

test('the script that speaks when another one cannot is ES3', () => {
  expect(() => parse(clientScript('unless-started'), { ecmaVersion: 3 })).not.toThrow()
})
