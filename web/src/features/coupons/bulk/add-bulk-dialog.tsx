import type { LabelStyle } from '@tvarit/shared/contracts/label-faces'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { errorText } from '../../../lib/error-text.ts'
import { trpc, whenDone } from '../../../lib/trpc-query.ts'
import type { Found } from '../../../components/form/found-field.tsx'
import { PartnerField } from '../../stock/partner-field.tsx'
import { reloadJobs } from './bulk-job-queries.ts'
import { LabelStyleField } from './label-style-field.tsx'
import { onlyDigits } from '../../../lib/only-digits.ts'
import { useCreation } from '../../../lib/use-creation.ts'

/** Queues a batch; the dialog closes at once and the list shows how far it is. */
export function AddBulkDialog({ onStarted, onClose }: { onStarted: (id: number) => void; onClose: () => void }) {
  const [typed, setTyped] = useState(String(LIMITS.bulk_count_default))
  const [label_style, setStyle] = useState<LabelStyle>('branded')
  const [name, setName] = useState('')
  const [owner, setOwner] = useState<Found | null>(null)
  const create = useCreation(
    trpc.bulkJobs.create.mutationOptions(whenDone(({ count }) => TEXTS.bulk_started(count), reloadJobs)),
  )
  const count = clamp(typed)
  const [changed, setChanged] = useState(false)
  const most = LIMITS.bulk_count_max.toLocaleString('en-IN')
  return (
    <FormDialog
      title="Add Bulk Coupon"
      submit="Generate"
      busy={create.isPending}
      error={create.isError ? errorText(create.error, TEXTS.bulk_create_failed) : null}
      onCancel={onClose}
      onSubmit={() => {
        // Nothing starts with a number that the person has not seen.
        setChanged(typed !== String(count))
        setTyped(String(count))
        if (typed !== String(count)) return
        create.mutate(
          { count, label_style, name, owner_id: owner?.id },
          {
            onSuccess({ id }) {
              onStarted(id)
              onClose()
            },
          },
        )
      }}
    >
      <TextField
        label="Number of coupons"
        marked
        autoFocus
        inputMode="numeric"
        hint={`1 to ${most}`}
        error={changed ? `It can be 1 to ${most}, so it is ${count} now. Press Generate to start.` : null}
        value={typed}
        onChange={(event) => {
          setChanged(false)
          setTyped(onlyDigits(event.target.value).slice(0, 6))
        }}
      />
      <LabelStyleField value={label_style} onChange={setStyle} />
      <TextField
        label="Name"
        maxLength={LIMITS.bulk_name}
        hint="What you call this batch, such as Gujarat March."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PartnerField
        label="For"
        hint="The sales partner whose stock it is from the beginning. Left empty: the company's."
        partner={owner}
        error={null}
        onPartner={setOwner}
      />
      <p>They are made in the background. You can go on working; the ZIP is ready when the job is COMPLETED.</p>
    </FormDialog>
  )
}

/** 1 to 5000; nothing typed is the default. */
const clamp = (typed: string): number =>
  typed === '' ? LIMITS.bulk_count_default : Math.min(LIMITS.bulk_count_max, Math.max(1, Number(typed)))
