import { openChallenge } from '@tvarit/shared/domain/people/login/login-challenge'
import { beginAtLogin } from '@tvarit/shared/domain/people/login/begin-at-login'
import { enrolAtLogin } from '@tvarit/shared/domain/people/login/enrol-at-login'
import { hotp, stepAt } from '@tvarit/shared/domain/people/second-factor/totp'
import { sql } from 'kysely'
import { createPerson } from './people.ts'
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

/** A staff member who has shown the password and must now set up an app. */
export async function challengedToEnrol(world: World): Promise<{ id: number; challenge: string }> {
  const { id } = await createPerson(world, 'staff')
  const { challenge } = await openChallenge(world.db, id, 'password', 'enrol')
  return { id, challenge }
}

/** The same with the first code of the app. */
export async function firstCode(
  world: World,
): Promise<{ id: number; challenge: string; code: string; secret: string }> {
  const challenged = await challengedToEnrol(world)
  const { secret } = await beginAtLogin({ ctx: world.ctx(), input: challenged })
  return { ...challenged, secret, code: await appCode(world, secret) }
}

/** A staff member with an app. */
export async function createEnrolled(world: World): Promise<{ id: number; secret: string; recovery_codes: string[] }> {
  const { id, challenge, code, secret } = await firstCode(world)
  const { recovery_codes } = await enrolAtLogin({ ctx: world.ctx(), input: { challenge, code } })
  return { id, secret, recovery_codes }
}
