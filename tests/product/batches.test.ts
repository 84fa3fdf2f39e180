import { LIMITS } from '@tvarit/shared/contracts/limits'
import { expect, test } from 'vitest'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test('a batch of more than 20 calls is rejected before any of them runs, one of 20 is answered', async () => {
  const staff = await createPerson(world, 'staff')
  const batch = async (count: number) => {
    const names = Array.from({ length: count }, () => 'dashboard.read').join(',')
    const answer = await fetch(`${world.url}/trpc/${names}?batch=1`, { headers: staff.headers })
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  expect(LIMITS.batch_most).toBe(20)
  expect((await batch(20)).body).toHaveLength(20)
  for (const count of [21, 400]) {
    const { status, body } = await batch(count)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('exceeds maximum size')])
  }
})
