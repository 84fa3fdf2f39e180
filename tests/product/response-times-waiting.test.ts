import type { ResponseTimes } from '@tvarit/shared/contracts/reports'
import { indianDay } from '@tvarit/shared/contracts/indian-time'
import { expect, test } from 'vitest'
import { raisedAlert } from '../harness/ambulances.ts'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })

test('open alerts without a step wait for it, late ones past the target, and closed ones do not', async () => {
  const hour_ago = new Date(Date.now() - 3_600_000)
  const raised = async (values: object) => {
    const { id } = await raisedAlert(world)
    await world.db.updateTable('alerts').set(values).where('id', '=', id).execute()
  }
  await raised({ timestamp: new Date() })
  await raised({ timestamp: hour_ago, status: 'REJECTED', closed_at: new Date() })
  for (const _ of [1, 2]) await raised({ timestamp: hour_ago, first_claimed_at: hour_ago })
  const range = `from=${indianDay(hour_ago)}&to=${indianDay(Date.now())}`
  const { access } = await createPerson(world, 'admin')
  const { total } = (await call(world.url, `/api/figures/response/?${range}`, { access }))
    .body as unknown as ResponseTimes
  const waits = [total.claim, total.dispatch, total.scene].map((of) => [of.count, of.waiting, of.overdue])
  expect(waits).toEqual([
    [2, 1, 0],
    [0, 3, 2],
    [0, 3, 2],
  ])
})
