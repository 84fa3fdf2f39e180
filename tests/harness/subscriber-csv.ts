import { sql } from 'kysely'
import { expect } from 'vitest'
import { createSubscriber, type Person } from './people.ts'
import type { World } from './world.ts'

export const PATH = '/api/users/subscribers/download/'
export const WHOLE = `${PATH}?start_date=2020-01-01&end_date=2040-12-31`

/** The download of subscribers by the admin, and subscribers to be in it. */
export function subscriberCsv(world: World, admin: Person) {
  async function download(path = WHOLE): Promise<{ bytes: Buffer; rows: string[][]; headers: Headers }> {
    const answer = await fetch(`${world.url}${path}`, { headers: admin.headers })
    expect(answer.status).toBe(200)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { bytes, rows: parseCsv(bytes.toString('utf8')), headers: answer.headers }
  }

  /** A subscriber whose first name, address, e-mail and first day are these. */
  async function subscriberWith(text: { first_name?: string; address?: string; email?: string; start_date?: string }) {
    const { first_name = 'Ravi', address = '12 MG Road', email = null, start_date = '2026-01-01' } = text
    const subscriber = await createSubscriber(world, { first_name })
    const { id } = subscriber
    await world.db.updateTable('users').set({ email }).where('id', '=', id).execute()
    const ending_date = sql<string>`${start_date}::date + 365`
    await world.db
      .updateTable('subscriber_profiles')
      .set({ address, start_date, ending_date })
      .where('user_id', '=', id)
      .execute()
    return subscriber
  }

  return { download, subscriberWith }
}

/** RFC 4180: quoted cells may hold commas, line breaks and doubled quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const match of text.replace(/^\ufeff/, '').matchAll(/("(?:[^"]|"")*"|[^",\n]*)(,|\r?\n|$)/g)) {
    const [whole, cell, end] = match as unknown as [string, string, string]
    if (whole === '') break
    rows.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
