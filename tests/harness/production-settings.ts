/** The least with which the product starts in production. */
export const PRODUCTION = {
  SECRET_KEY: '0123456789abcdef'.repeat(2),
  DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://x.example',
  SMS_PROVIDERS: 'twilio',
  TWILIO_ACCOUNT_SID: 'a',
  TWILIO_AUTH_TOKEN: 'b',
  TWILIO_FROM: 'c',
}
