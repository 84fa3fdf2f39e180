/** The fields of a form that differ from what it began with: a change that another person made meanwhile stays. */
export function changedOnly<Form extends Record<string, unknown>>(form: Form, begun: Form): Partial<Form> {
  return Object.fromEntries(Object.entries(form).filter(([field, value]) => value !== begun[field])) as Partial<Form>
}
