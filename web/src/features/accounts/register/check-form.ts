import { registerSubscriberFields } from '@tvarit/shared/contracts/accounts'
import { isSerialNumber, normaliseCode } from '@tvarit/shared/contracts/codes'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { checkPhoto } from '../../../lib/check-file.ts'
import type { FieldErrors, FieldName, RegisterForm } from './form-fields.ts'

/** The first message per field by the same schema the server uses; the code is asked for later. */
export function checkForm(form: RegisterForm, photo: File | null): FieldErrors {
  const errors: FieldErrors = {}
  const parsed = registerSubscriberFields.omit({ otp: true }).safeParse(form)
  for (const issue of parsed.error?.issues ?? []) {
    const field = issue.path[0] as FieldName
    errors[field] ??= issue.message
  }
  if (!errors.serial_number && !isSerialNumber(normaliseCode(form.serial_number))) {
    errors.serial_number = TEXTS.serial_check
  }
  const photo_error = photo ? checkPhoto(photo) : null
  if (photo_error) errors.photo = photo_error
  return errors
}
