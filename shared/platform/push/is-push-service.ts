import type { Config } from '../settings/config.ts'

/** The push services of the browsers, by host: Chrome and Samsung, Firefox, Safari, Edge. */
const HOSTS =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|(?:[a-z0-9-]+\.)?push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/

/**
 * Whether pushes may be sent there. The address comes from a browser, so anything else could make us ask machines of our
 * own network. `PUSH_TEST_ORIGIN`: a push service of tests on this machine.
 */
export function isPushService({ PUSH_TEST_ORIGIN }: Pick<Config, 'PUSH_TEST_ORIGIN'>, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password) return false
  if (PUSH_TEST_ORIGIN !== undefined && url.origin === PUSH_TEST_ORIGIN) return true
  return url.protocol === 'https:' && url.port === '' && HOSTS.test(url.hostname)
}
