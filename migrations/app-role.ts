import { type Kysely, sql } from 'kysely'

/** What is only ever added to: not even the product can change what was noted, or unsay it. */
const APPEND_ONLY = ['audit_log', 'audit_seals', 'alert_events']
/** The owner's functions that do what the role itself may not, within limits that stand in them. */
const FUNCTIONS = ['forget_audit', 'forget_event_details', 'forget_person_details', 'forget_person_addresses']
/** Kept by migrations. */
const READ_ONLY = ['kysely_migration', 'kysely_migration_lock']
const QUEUE_SCHEMA = 'bullmq'

/**
 * Gives the role of `app_url` what servers and workers need, and no more: rows of our tables and of the queues, no DDL
 * in our schema, no truncation, nothing of other schemas. Makes the role when it does not exist (that needs CREATEROLE), and
 * sets its password to the one in `app_url`. Run by the owner after the migrations, again and again. Limits that a pooler in between would
 * swallow are set on the role.
 */
export async function grantAppRole(db: Kysely<never>, app_url: string): Promise<void> {
  const { username, password } = new URL(app_url)
  const name = decodeURIComponent(username)
  const role = sql.id(name)
  await db.transaction().execute(async (tx) => {
    const run = async (statement: ReturnType<typeof sql>) => void (await statement.execute(tx))
    // Two deployments at the same moment would reject each other's grants.
    await run(sql`select pg_advisory_xact_lock(hashtext('tvarit grants'))`)
    const found = await sql`select 1 from pg_roles where rolname = ${name}`.execute(tx)
    if (found.rows.length === 0) await run(sql`create role ${role} login`)
    // Without one in the address the role logs in some other way.
    if (password) await run(sql`alter role ${role} password ${sql.lit(decodeURIComponent(password))}`)
    await run(sql`alter role ${role} set jit = off`)
    await run(sql`alter role ${role} set max_parallel_workers_per_gather = 0`)
    await run(sql`alter role ${role} set synchronize_seqscans = off`)
    await run(sql`alter role ${role} set statement_timeout = '30s'`)
    await run(sql`alter role ${role} set idle_in_transaction_session_timeout = '30s'`)
    await run(sql`revoke create on schema public from public`)
    const queues = await sql`select 1 from pg_namespace where nspname = ${QUEUE_SCHEMA}`.execute(tx)
    for (const schema of ['public', ...(queues.rows.length > 0 ? [QUEUE_SCHEMA] : [])].map((each) => sql.id(each))) {
      await run(sql`grant usage on schema ${schema} to ${role}`)
      await run(sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
      await run(sql`grant usage on all sequences in schema ${schema} to ${role}`)
      // What a later migration adds can be used at once, not only when its grants have come.
      await run(
        sql`alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role}`,
      )
      await run(sql`alter default privileges in schema ${schema} grant usage on sequences to ${role}`)
    }
    // BullMQ makes a sequence for each of its queues while it runs: its schema is the one place where the role may create.
    if (queues.rows.length > 0) await run(sql`grant create on schema ${sql.id(QUEUE_SCHEMA)} to ${role}`)
    await run(sql`revoke update, delete on ${inPublic(APPEND_ONLY)} from ${role}`)
    await run(sql`revoke insert, update, delete on ${inPublic(READ_ONLY)} from ${role}`)
    await run(sql`grant execute on function ${inPublic(FUNCTIONS)} to ${role}`)
  })
}

const inPublic = (names: string[]) => sql.join(names.map((name) => sql.id('public', name)))
