import type { ReactNode } from 'react'
import { Card } from '../card.tsx'
import { FieldGrid } from '../plain/form-section.tsx'

export { FieldGrid, WideField } from '../plain/form-section.tsx'

/** A card of a form: its name and the fields that belong together, in two columns, in one on a phone. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <FieldGrid>{children}</FieldGrid>
  </Card>
)

/** The buttons at the foot of a form. */
export const FormButtons = ({ children }: { children: ReactNode }) => <div className="buttons">{children}</div>
