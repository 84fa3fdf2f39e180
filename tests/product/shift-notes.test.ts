import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { call } from '../harness/api.ts'
import { createPerson } from '../harness/people.ts'
import { fileWorld } from '../harness/world.ts'

const world = await fileWorld({ worker: false })
const asha = await createPerson(world, 'staff', 'Asha')

const write = (text: string, note_id: string = randomUUID(), person = asha) =>
  call(world.url, '/api/shift-notes/', { body: { note_id, text }, access: person.access })
const read = async (path: string) => (await call(world.url, `/api/shift-notes/${path}`, { access: asha.access })).body

test('before the first note there is none, then the newest shows with name and time', async () => {
  expect(await read('latest/')).toEqual({ note: null })
  expect((await write('KA01AB0001 is in repair.')).status).toBe(201)
  const admin = await createPerson(world, 'admin', 'Meera')
  await write('It is back.', randomUUID(), admin)
  expect(await read('latest/')).toMatchObject({
    note: { text: 'It is back.', written_by: { id: admin.id, name: 'Meera Rao' }, written_at: expect.any(String) },
  })
  expect(await read('')).toMatchObject({
    count: 2,
    results: [{ text: 'It is back.' }, { text: 'KA01AB0001 is in repair.' }],
  })
  expect(await read('?search=repair')).toMatchObject({ count: 1 })
})

test('the same note again after a lost answer is one note, also when both arrive at once', async () => {
  const id = randomUUID()
  const answers = await Promise.all([write('Twice', id), write('Twice', id), write('Twice', id)])
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id as number}`)).size).toBe(1)
  expect(await read('?search=twice')).toMatchObject({ count: 1 })
})

test('a note that is empty or longer than 1000 characters is rejected', async () => {
  for (const text of ['', '  ', 'x'.repeat(1001)]) {
    expect(await write(text)).toMatchObject({ status: 400, body: { text: [expect.any(String)] } })
  }
})
