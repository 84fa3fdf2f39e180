import { BLOOD_GROUPS, SEXES } from '@tvarit/shared/contracts/medical'
import { indianDate, indianDay } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { SelectField, TextAreaField, TextField } from '../../../components/plain/field.tsx'
import { FieldGrid, FormSection } from '../../../components/plain/form-section.tsx'
import { addDays } from '../../../lib/dates.ts'
import { fieldOf } from '../../../lib/field-of.ts'
import { SEX_LABELS } from '../../../lib/health-facts.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { PlanFacts } from './plan-facts.tsx'
import type { SectionProps } from './personal-section.tsx'

export function HealthSection({ form, errors, set }: SectionProps) {
  const field = fieldOf(form, errors, set)
  return (
    <FormSection title="Health Information">
      <p className="muted">
        Only the call centre and the hospital see this, only in an emergency, and each look is logged.
      </p>
      <FieldGrid>
        <SelectField
          label="Blood group"
          {...field('blood_group')}
          options={BLOOD_GROUPS.map((value) => ({ value, label: value }))}
        />
        <TextAreaField label="Allergies" maxLength={LIMITS.health} {...field('allergies')} />
        <TextAreaField label="Health conditions" maxLength={LIMITS.health} {...field('health_conditions')} />
        <TextAreaField label="Medicines" maxLength={LIMITS.health} {...field('medicines')} />
        <TextField
          label="Date of birth"
          type="date"
          min="1900-01-01"
          max={indianDay(serverNow())}
          {...field('date_of_birth')}
        />
        <SelectField
          label="Sex"
          {...field('sex')}
          options={SEXES.map((value) => ({ value, label: SEX_LABELS[value] }))}
        />
      </FieldGrid>
    </FormSection>
  )
}

/** The term starts today and lasts a year; the server says the same whatever stands here. */
export function SubscriptionSection({ form, errors, set }: SectionProps) {
  const field = fieldOf(form, errors, set)
  const start = indianDay(serverNow())
  const end = addDays(start, LIMITS.term_days)
  return (
    <FormSection title="Subscription Details">
      <PlanFacts />
      <FieldGrid>
        <TextField label="Start Date" readOnly value={indianDate(`${start}T12:00:00+05:30`)} hint="Today" />
        <TextField label="End Date" readOnly value={indianDate(`${end}T12:00:00+05:30`)} hint="One year later" />
        <TextField
          label="Coupon Code"
          hint="Optional."
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          {...field('coupon_code', (text) => text.toUpperCase())}
        />
      </FieldGrid>
    </FormSection>
  )
}
