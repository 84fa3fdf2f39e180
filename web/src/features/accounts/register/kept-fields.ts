import { emptyForm, type FieldName, HEALTH } from './form-fields.ts'

/** What a browser may keep of a registration: everything typed but health data. */
export const keptFields = (Object.keys(emptyForm()) as FieldName[]).filter(
  (field) => !(HEALTH as readonly string[]).includes(field),
)
