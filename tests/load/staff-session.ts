import type { BrowserContextOptions } from 'playwright-core'

/** What the browser keeps of a login of a staff member, as the options of a fresh profile. */
export function staffSession(url: string, access: string): NonNullable<BrowserContextOptions['storageState']> {
  const user = { id: 0, role: 'staff', first_name: 'Asha', last_name: 'Rao', email: null, phone_number: '9000000000' }
  const kept = Object.entries({ accessToken: access, refreshToken: '-', user: JSON.stringify(user) })
  return { cookies: [], origins: [{ origin: url, localStorage: kept.map(([name, value]) => ({ name, value })) }] }
}
