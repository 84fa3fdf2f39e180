import { hotp, stepAt } from '@tvarit/shared/domain/second-factor/totp'
import { sql } from 'kysely'
import type { World } from './world.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an app shows now (or `ahead` periods later) for a secret that was typed into it. */
export async function appCode(world: World, secret: string, ahead = 0): Promise<string> {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const { rows } = await sql<{ now: number }>`select extract(epoch from now())::float8 as now`.execute(world.db)
  return hotp(bytes, stepAt(rows[0]!.now) + ahead)
}

/** Lets the app's next period come: the codes used so far lie in the past. */
export async function nextPeriod(world: World): Promise<void> {
  await world.db.updateTable('second_factors').set({ last_step: 0 }).execute()
}
