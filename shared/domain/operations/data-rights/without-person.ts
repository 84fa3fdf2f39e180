import type { Db } from '../../../platform/database.ts'
import { literally } from '../../../platform/literally.ts'

/** A typed reason without name, number and e-mail of the person it is about: it outlives an erasure. */
export async function withoutPerson(db: Db, id: number, typed: string): Promise<string> {
  const person = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'phone_number'])
    .where('id', '=', id)
    .executeTakeFirst()
  const known = Object.values(person ?? {}).filter((text): text is string => text !== null && text.length > 1)
  return known
    .reduce<string>((text, word) => text.replaceAll(new RegExp(literally(word), 'gi'), '***'), typed)
    .replaceAll(/\d(?:[\s-]?\d){5,}/g, '***')
}
