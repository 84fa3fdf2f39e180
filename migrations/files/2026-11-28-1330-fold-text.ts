import { type Kysely, sql } from 'kysely'

/**
 * Texts are searched, ordered and compared by `fold_text`: same letters, whatever their bytes. It does what `foldText`
 * of the contracts does.
 *
 * The lock on users lasts until a million rows are written anew and indexed: a minute, in which presses wait, too. Run
 * it at a quiet hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [FUNCTION, ...expressions('fold_text')]) await sql.raw(statement).execute(db)
}

/** Marks like an apostrophe become one, invisible marks go. */
const FUNCTION = String.raw`create function fold_text(value text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(translate(value,
    U&'\0060\00b4\02b9\02bb\02bc\02c8\2018\2019\201b\2032\ff07' ||
    U&'\00ad\034f\061c\180e\200b\200c\200d\200e\200f\202a\202b\202c\202d\202e' ||
    U&'\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\206a\206b\206c\206d\206e\206f' ||
    U&'\fe00\fe01\fe02\fe03\fe04\fe05\fe06\fe07\fe08\fe09\fe0a\fe0b\fe0c\fe0d\fe0e\fe0f\feff',
    repeat('''', 11)), NFKC))`

const expressions = (fold: string): string[] => [
  `alter table users alter column search set expression as
    (${fold}(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone_number))`,
  `drop index users_name, distributor_profiles_firm, creator_coupons_search`,
  `create index users_name on users (role, (${fold}(first_name || ' ' || last_name) collate "C"), id)
    where deleted_at is null`,
  `create index distributor_profiles_firm on distributor_profiles using gin (${fold}(firm_name) gin_trgm_ops)`,
  `create index creator_coupons_search on creator_coupons using gin (${fold}(name || ' ' || coupon_code) gin_trgm_ops)`,
]

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...expressions('lower'), `drop function fold_text`]) await sql.raw(statement).execute(db)
}
