import { z } from 'zod'
import { TEXTS } from './texts.ts'

/** An optional photo. Type (by content) and size are checked by the server, where too large a file answers 413. */
export const photoFile = z.instanceof(File, { error: TEXTS.photo_type }).nullish()

/** An input that may arrive as FormData (tRPC) or as an object (REST, tests); empty files count as none. */
export const formInput = <T extends z.ZodType>(schema: T) =>
  z
    .custom<FormData | z.input<T>>((value) => typeof value === 'object' && value !== null, 'A form is expected.')
    .transform((value): unknown => (value instanceof FormData ? fromFormData(value) : value))
    .pipe(schema as z.ZodType<z.output<T>>)

function fromFormData(form: FormData): Record<string, unknown> {
  const entries = [...form].filter(([, value]) => typeof value === 'string' || value.size > 0)
  return Object.fromEntries(entries)
}
