import fs from 'node:fs'
import { hashPassword, verifyPassword } from '@tvarit/shared/domain/people/users/password'
import { expect, test } from 'vitest'

const PUT_OFF = expect.objectContaining({ code: 'TOO_MANY_REQUESTS' })
const flood = () => Array.from({ length: 100 }, () => hashPassword('right-password'))

test('unknown logins can be retried after a flood put their first attempt off', async () => {
  const work = flood()
  await expect(verifyPassword(null, 'wrong-password')).rejects.toEqual(PUT_OFF)
  const ended = await Promise.allSettled(work)
  // Those that found room are hashed, the others fail at once.
  const put_off = ended.filter(({ status }) => status === 'rejected')
  expect(put_off.length).toBeGreaterThanOrEqual(50)
  expect(put_off.map((each) => (each as PromiseRejectedResult).reason as unknown)).toEqual(put_off.map(() => PUT_OFF))
  expect(await verifyPassword(null, 'nobody has this password')).toBe(false)
  expect(await verifyPassword(await hashPassword('right-password'), 'right-password')).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'the threads that hash yield to everything else, and nothing else does',
  async () => {
    await hashPassword('right-password')
    // The nineteenth field of a thread's state is its niceness; its name, the second, may hold blanks.
    const niceness = fs.readdirSync('/proc/self/task').map((id) => {
      const state = fs.readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      return Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[16])
    })
    expect(niceness.filter((each) => each === 10).length).toBeGreaterThanOrEqual(1)
    expect(niceness).toContain(0)
  },
)
