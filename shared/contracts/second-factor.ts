import { z } from 'zod'
import { sessionOutput, sessionRow } from './accounts.ts'
import { compact } from './compact.ts'
import { upTo } from './formats.ts'
import { LIMITS } from './limits.ts'
import { TEXTS } from './texts.ts'

/** What a login still lacks: the code of the user's authenticator app, or that they set one up. */
export const SECOND_STEPS = ['code', 'enrol'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

/** The answer to a right password (or SMS code) of a user with a second factor: no tokens yet. */
export const challengeOutput = z.object({
  second_factor: z.enum(SECOND_STEPS),
  /** Stands for the password in the next call. Belongs into its body, never into a URL. */
  challenge: z.string(),
  /** Seconds the challenge lives. */
  expires_in: z.number(),
})
export type ChallengeOutput = z.infer<typeof challengeOutput>

export const loginOutput = z.union([sessionOutput, challengeOutput])
export type LoginOutput = z.infer<typeof loginOutput>

const challenge = z.string(TEXTS.login_again).min(1, TEXTS.login_again).max(100, TEXTS.login_again)

/** Six digits of the app, or a recovery code in any case, with or without its hyphens. */
export const secondCode = z
  .string(TEXTS.second_factor_enter)
  .trim()
  .min(1, TEXTS.second_factor_enter)
  .max(40, TEXTS.second_factor_wrong)

const appCode = z
  .string(TEXTS.second_factor_enter)
  .max(LIMITS.phone_typed, TEXTS.second_factor_6_digits)
  .overwrite(compact)
  .regex(/^\d{6}$/, TEXTS.second_factor_6_digits)

export const challengeInput = z.strictObject({ challenge })
export const challengeCodeInput = z.strictObject({ challenge, code: secondCode })
export const challengeEnrolInput = z.strictObject({ challenge, code: appCode })

/** The secret for an authenticator app, as text, as a link for the same phone and as a picture for another one. */
export const enrolmentOutput = z.object({
  secret: z.string(),
  url: z.string(),
  /** PNG as a data URL. */
  qr_code: z.string(),
})
export type EnrolmentOutput = z.infer<typeof enrolmentOutput>

/** Shown once; each logs in once in place of the app. */
export const recoveryCodesOutput = z.object({ recovery_codes: z.array(z.string()) })
export const enrolledSessionOutput = sessionOutput.extend(recoveryCodesOutput.shape)

/** What a user must show again to change how they log in, or where, beside being logged in. */
export const PROOFS = ['code', 'password', 'none'] as const

export const secondFactorOutput = z.object({
  enrolled_at: z.string().nullable(),
  recovery_codes_left: z.number(),
  /** The role cannot go without it here. */
  required: z.boolean(),
  proof: z.enum(PROOFS),
})

/** A code or a password, as typed: a password may begin or end with a space. */
const proof = upTo(z.string(), LIMITS.second_factor_proof, TEXTS.second_factor_wrong).default('')
export const proofInput = z.strictObject({ proof })
/** Where a user is logged in, and what ending one of them from here asks for. */
export const sessionsOutput = z.object({ proof: z.enum(PROOFS), sessions: z.array(sessionRow) })
export const endSessionInput = z.strictObject({ id: z.uuid(), proof })
export const enrolInput = z.strictObject({ code: appCode })
