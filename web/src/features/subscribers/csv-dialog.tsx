import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { DateField, isDay } from '../../components/form/date-field.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { download } from '../../lib/download.ts'
import { toast } from '../../lib/toasts.ts'

/** Subscribers whose plan starts between two days, as a file. It has dates of its own: the list's filter stays. */
export function CsvDialog({ onClose }: { onClose: () => void }) {
  const [start_date, setStart] = useState('')
  const [end_date, setEnd] = useState('')
  const save = useMutation({
    mutationFn: () => {
      const query = new URLSearchParams({ start_date, end_date })
      return download(`/api/users/subscribers/download/?${query.toString()}`, 'subscribers.csv')
    },
    meta: { errorText: TEXTS.csv_failed },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Download CSV"
      submit="Download"
      busy={save.isPending}
      onCancel={onClose}
      onSubmit={() => (isDay(start_date) && isDay(end_date) ? save.mutate() : toast.error(TEXTS.csv_dates))}
    >
      <p>Subscribers whose plan starts between two days. Without health data; every download is recorded.</p>
      <DateField label="Start date" value={start_date} max={end_date} onChange={setStart} />
      <DateField label="End date" value={end_date} min={start_date} onChange={setEnd} />
    </FormDialog>
  )
}
