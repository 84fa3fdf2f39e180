import { runRetention } from '@tvarit/shared/domain/operations/retention/run-retention'
import type { World } from './world.ts'

export const DAY = 86_400_000

/** Advances time by so many days; then retention runs once. */
export async function dayPasses(world: World, days: number) {
  await world.advanceTime(days * DAY)
  return runRetention({ ctx: world.ctx() })
}
