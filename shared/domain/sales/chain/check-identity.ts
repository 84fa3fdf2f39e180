import type { RegisterSubordinate } from '../../../contracts/chain.ts'
import { indianDay } from '../../../contracts/indian-time.ts'
import { birthProblem, compactUpper, KYC_FIELDS, softProblem } from '../../../contracts/kyc.ts'
import { TEXTS } from '../../../contracts/texts.ts'
import type { Config } from '../../../platform/settings/config.ts'

/**
 * Checks identity and bank numbers: `errors` reject, by field; `flags` are kept for the admin as `field:problem`. Soft
 * findings (a number that only looks wrong) are flags, or errors with STRICT_KYC.
 */
export function checkIdentity(
  config: Pick<Config, 'STRICT_KYC'>,
  input: RegisterSubordinate,
): { errors: Record<string, string[]>; flags: string[] } {
  const today = indianDay(new Date())
  const found = KYC_FIELDS.map((field): [string, string | null] => [
    field,
    softProblem(field, compactUpper(input[field]), input.pan_number),
  ])
  const past = input.date_of_birth < today
  const birth = past ? birthProblem(input.date_of_birth, today) : null
  const soft = [...found, ['date_of_birth', birth] as const].filter(
    (finding): finding is [string, string] => finding[1] !== null,
  )
  const errors = Object.fromEntries(
    config.STRICT_KYC ? soft.map(([field, problem]): [string, string[]] => [field, [problem]]) : [],
  )
  if (!past) errors['date_of_birth'] = [TEXTS.birth_past]
  return { errors, flags: soft.map(([field, problem]) => `${field}:${problem}`) }
}
