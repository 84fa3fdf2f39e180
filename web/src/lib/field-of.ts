/** The names of a form's texts and choices. */
type TextName<Form> = { [Name in keyof Form]: Form[Name] extends string ? Name : never }[keyof Form]

interface Typing {
  target: { value: string }
}

/** Ties the texts of a form to their fields: what stands there, what is wrong with it, and what is typed or chosen. */
export const fieldOf =
  <Form extends object>(
    form: Form,
    errors: Partial<Record<PropertyKey, string>>,
    set: (name: TextName<Form>, value: string) => void,
  ) =>
  /** `allowed` makes of what is typed what may stand in the field. */
  <Name extends TextName<Form>>(name: Name, allowed = (text: string) => text) => ({
    value: form[name],
    error: errors[name],
    onChange: (typed: Form[Name] | Typing) =>
      set(name, allowed(typeof typed === 'string' ? typed : (typed as Typing).target.value)),
  })
