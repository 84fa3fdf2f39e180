import type { Db } from '../../platform/database/database.ts'

/**
 * A typed reason without name, number and e-mail of the person it is about, and without anything that looks like a
 * phone or identity number: it outlives an erasure. `id` is null where no person is known.
 */
export async function withoutPerson(db: Db, id: number | null, typed: string): Promise<string> {
  const person = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'phone_number'])
    .where('id', '=', id)
    .executeTakeFirst()
  const known = Object.values(person ?? {}).filter((text): text is string => text !== null && text.length > 1)
  return known
    .reduce<string>((text, word) => text.replaceAll(new RegExp(RegExp.escape(word), 'gi'), '***'), typed)
    .replaceAll(/\d(?:[\s-]?\d){5,}|[a-z]{5}[\s-]?\d{4}[\s-]?[a-z]/gi, '***')
}
