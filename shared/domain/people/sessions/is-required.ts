import type { Role } from '../../../contracts/roles.ts'
import type { Config } from '../../../platform/config.ts'

/** Whether people of this role cannot be without a second factor here. */
export const isSecondFactorRequired = (config: Pick<Config, 'ADMIN_TOTP'>, role: Role): boolean =>
  role === 'admin' && config.ADMIN_TOTP === 'required'
