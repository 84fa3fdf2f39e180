/** What a phone needs after the first step only: fetched once that is shown, together with the schema. */
export { checkForm } from './check-form.ts'
export { HealthSection, SubscriptionSection } from './other-sections.tsx'
export { TermsDialog } from './terms-dialog.tsx'
