import { BLOOD_GROUPS, SEXES } from '@tvarit/shared/contracts/health'
import { indianDate, indianDay } from '@tvarit/shared/contracts/indian-time'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { SelectField, TextAreaField, TextField } from '../../../components/plain/field.tsx'
import { FieldGrid, FormSection } from '../../../components/plain/form-section.tsx'
import { addDays } from '../../../lib/dates.ts'
import { SEX_LABELS } from '../../../lib/health-facts.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { PlanFacts } from './plan-facts.tsx'
import type { SectionProps } from './personal-section.tsx'
import styles from './register.module.css'

export function HealthSection({ form, errors, set }: SectionProps) {
  return (
    <FormSection title="Health Information">
      <p className={styles.hint}>
        Only the call centre and the hospital see this, only in an emergency, and each look is logged.
      </p>
      <FieldGrid>
        <SelectField
          label="Blood group"
          value={form.blood_group}
          error={errors.blood_group}
          onChange={(event) => set('blood_group', event.target.value)}
          options={BLOOD_GROUPS.map((value) => ({ value, label: value }))}
        />
        <TextAreaField
          label="Allergies"
          maxLength={LIMITS.health}
          value={form.allergies}
          error={errors.allergies}
          onChange={(event) => set('allergies', event.target.value)}
        />
        <TextAreaField
          label="Health conditions"
          maxLength={LIMITS.health}
          value={form.health_conditions}
          error={errors.health_conditions}
          onChange={(event) => set('health_conditions', event.target.value)}
        />
        <TextAreaField
          label="Medicines"
          maxLength={LIMITS.health}
          value={form.medicines}
          error={errors.medicines}
          onChange={(event) => set('medicines', event.target.value)}
        />
        <TextField
          label="Date of birth"
          type="date"
          min="1900-01-01"
          max={indianDay(serverNow())}
          value={form.date_of_birth}
          error={errors.date_of_birth}
          onChange={(event) => set('date_of_birth', event.target.value)}
        />
        <SelectField
          label="Sex"
          value={form.sex}
          error={errors.sex}
          onChange={(event) => set('sex', event.target.value)}
          options={SEXES.map((value) => ({ value, label: SEX_LABELS[value] }))}
        />
      </FieldGrid>
    </FormSection>
  )
}

/** The term starts today and lasts a year; the server says the same whatever stands here. */
export function SubscriptionSection({ form, errors, set }: SectionProps) {
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
          value={form.coupon_code}
          error={errors.coupon_code}
          onChange={(event) => set('coupon_code', event.target.value.toUpperCase())}
        />
      </FieldGrid>
    </FormSection>
  )
}
