import { fill } from './fill.ts'
import { MESSAGE_TEMPLATES, type TemplateName } from './message-templates.ts'
import { type TemplateContext, TemplateMismatch, templateValues } from './render-template.ts'

/** The text of the SMS that could not be delivered. */
const alarm = (name: TemplateName) => ({ subject: '{brand} ALARM', text: `${MESSAGE_TEMPLATES[name].text}\n` })

/** A template that can also go by e-mail: the same variables, and no health data either. */
const MAILS: Partial<Record<TemplateName, { subject: string; text: string }>> = {
  staff_escalation: alarm('staff_escalation'),
  screens_lost: alarm('screens_lost'),
  screens_back: alarm('screens_back'),
  synthetic_failed: alarm('synthetic_failed'),
  hospital_handover: {
    subject: '{brand} alert {alert_id}: health data of a patient for {hospital}',
    text: `To the emergency department of {hospital}

The call centre of {brand} expects that a patient is brought to you (alert {alert_id}).
Health data and emergency contacts are ready for you here:

{url}

Press "Open health data" on that page. The link works for 24 hours and every opening is noted.
Do not pass it on: anyone who has it can open the data.

Questions: call {call_back}
{brand}
`,
  },
}

/** Subject and text of an e-mail. Throws TemplateMismatch when the parameters do not fit or the template has no e-mail. */
export function renderMail(
  name: TemplateName,
  params: unknown,
  context: TemplateContext,
): { subject: string; text: string } {
  const mail = MAILS[name]
  if (!mail) throw new TemplateMismatch(name, ['mail'])
  const values: Record<string, string> = { ...templateValues(name, params, 'en'), brand: context.brand }
  return { subject: fill(mail.subject, values).replace(/\s+/g, ' '), text: fill(mail.text, values) }
}
