import type { World } from './world.ts'

/** Columns that hold something about a person, or something that opens a door. */
const COLUMNS =
  /(^|_)(phone|phone_number|mobile|email|token|first_name|last_name|driver_name|text|health_conditions|medicines|blood_group|allergies|date_of_birth|critical_line|landmark|address|coupon_code|description|alternate_mobile_number|recipient_name)$|^(spouse|relative|friend\d)_(name|mobile)$|^to_/
/** Names of firms and templates are nobody's secret; short words stand in other words. */
const SHORTEST = 4

/** Everything in the database that must never stand in a log line, with where it is from. */
export async function secretsOf(world: World): Promise<Map<string, string>> {
  const secrets = new Map<string, string>()
  const columns = await world.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text'`,
  )
  for (const { table, column } of columns.rows.filter((each) => COLUMNS.test(each.column))) {
    const values = await world.pool.query<{ value: string }>(
      `select distinct "${column}" as value from "${table}" where length("${column}") >= ${SHORTEST}`,
    )
    for (const { value } of values.rows) secrets.set(value, `${table}.${column}`)
  }
  const sent = await world.pool.query<{ text: string }>('select text from dev_messages')
  for (const { text } of sent.rows) {
    for (const [code] of text.matchAll(/\b\d{6}\b/g)) secrets.set(code, 'a code')
    for (const [, token] of text.matchAll(/\/\w\/([\w-]{16,})/g)) secrets.set(token!, 'a link')
  }
  return secrets
}
