/**
 * SQL for a text column in a CSV: a cell that spreadsheets would take for a formula gets a leading `'`. It starts
 * with = + - @ (also full-width, or after spaces, quotes or invisible characters), with a tab or a line break. Text that starts with an ordinary letter or digit is let through first: the pattern would cost more than the
 * rest of the export.
 */
export const csvCell = (column: string): string =>
  `case when ascii(${column}) between 65 and 90 or ascii(${column}) between 97 and 122
      or ascii(${column}) between 48 and 57 then ${column}
    when ${column} ~ ${FORMULA} then '''' || ${column} else ${column} end`

const INVISIBLE = '\\s"\'`\\u00a0\\u00ad\\u200b-\\u200f\\u2018-\\u201f\\u2060\\u3000\\ufeff'
const SIGNS = '=+@\\uff1d\\uff0b\\uff0d\\uff20\\u2212-'
const FORMULA = `E'${`^([\\t\\r\\n]|[${INVISIBLE}]*[${SIGNS}])`.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
