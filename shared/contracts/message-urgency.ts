import type { TemplateName } from './message-templates.ts'

/** One-time codes: a person looks at an empty field. */
export const CODE_TEMPLATES = ['otp'] as const satisfies TemplateName[]

/** What can wait for hours. OTHER_MESSAGES_PER_DAY bounds these; codes have a limit of their own. */
export const OTHER_TEMPLATES = ['contact_check', 'renewal_reminder'] as const satisfies TemplateName[]

/** Every other template belongs to an alert or to those who answer alerts, also one that only the next version knows. */
export const isOther = (template: string): boolean => (OTHER_TEMPLATES as readonly string[]).includes(template)
