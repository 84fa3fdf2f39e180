import type { Role } from '../../../contracts/roles.ts'
import type { Config } from '../../../platform/settings/config.ts'

/** Whether users of this role must have a second factor here. */
export const isSecondFactorRequired = (config: Pick<Config, 'ADMIN_TOTP'>, role: Role): boolean =>
  role === 'admin' && config.ADMIN_TOTP === 'required'
