import { LIMITS } from '@tvarit/shared/contracts/limits'
import { FileField } from '../../../components/form/upload-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import type { FileName } from './form-fields.ts'
import { FormCode, FormText } from './form-text.tsx'
import type { SubordinateFormState } from './use-subordinate-form.ts'

export function BankCard({ form }: { form: SubordinateFormState }) {
  return (
    <FormSection title="Bank">
      <FormCode form={form} name="bank_account_number" label="Account Number" maxLength={LIMITS.kyc_code} digits />
      <FormCode form={form} name="ifsc_code" label="IFSC Code" maxLength={LIMITS.kyc_code} hint="Like SBIN0000813" />
      <FormText form={form} name="bank_name" label="Bank Name" maxLength={LIMITS.bank} />
      <FormText form={form} name="bank_branch" label="Branch" maxLength={LIMITS.bank} />
    </FormSection>
  )
}

export function GovernmentIdCard({ form }: { form: SubordinateFormState }) {
  return (
    <FormSection title="Government ID">
      <FormCode
        form={form}
        name="aadhar_number"
        label="Aadhar Number"
        maxLength={LIMITS.kyc_code}
        hint="12 digits"
        digits
      />
      <Upload
        form={form}
        name="aadhar_upload"
        label="Aadhar (PDF)"
        hint="PDF, up to 5 MB. Please take the masked Aadhaar: it shows only the last four digits."
      />
      <FormCode form={form} name="pan_number" label="PAN Number" maxLength={LIMITS.kyc_code} hint="Like AAPFU0939F" />
      <Upload form={form} name="pan_upload" label="PAN (PDF)" />
      <FormCode form={form} name="gst_number" label="GST Number" maxLength={LIMITS.kyc_code} hint="15 characters" />
      <Upload form={form} name="gstin_upload" label="GSTIN (PDF)" />
    </FormSection>
  )
}

interface UploadProps {
  form: SubordinateFormState
  name: FileName
  label: string
  hint?: string
}

function Upload({ form, name, label, ...hint }: UploadProps) {
  const { file, error, set } = form.file(name)
  return <FileField label={label} marked file={file} error={error} {...hint} onFile={set} />
}
