/** The bare UPDATE that uses a code up: number and hash. */
export const USE_CODE = `update otp_challenges set used_at = now()
  where phone_number = $1 and purpose = 'login' and code_hash = $2
    and used_at is null and voided_at is null and expires_at > now() and attempts < 5 returning id`
