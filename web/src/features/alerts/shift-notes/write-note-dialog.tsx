import { LIMITS } from '@tvarit/shared/contracts/limits'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextAreaField } from '../../../components/form/field.tsx'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'
import { useForm } from '../../../lib/use-form.ts'
import { openText, useOpenCounts } from '../open-counts.ts'

const CHECK = ({ text }: { text: string }) => (text.trim() ? {} : { text: 'Please write the note.' })

/** Asks what the next shift must know, beside how much is open right now. */
export function WriteNoteDialog({ onClose }: { onClose: () => void }) {
  const write = useCreation(
    trpc.shiftNotes.write.mutationOptions({
      meta: { silent: true },
      onSuccess: (note) => {
        queryClient.setQueryData(trpc.shiftNotes.latest.queryKey(), { note })
        void queryClient.invalidateQueries(trpc.shiftNotes.list.pathFilter())
        toast.success('The note is on every board.')
      },
    }),
    'note_id',
  )
  const { form, error, field, submit } = useForm(
    { text: '' },
    { sending: write, failed: 'The note was not saved.', check: CHECK },
  )
  return (
    <FormDialog
      title="Write handover note"
      submit="Save note"
      busy={write.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => submit(() => write.mutate({ text: form.text.trim() }, { onSuccess: onClose }))}
    >
      <OpenAlerts />
      <TextAreaField
        label="What the next shift must know"
        autoFocus
        rows={6}
        maxLength={LIMITS.shift_note}
        hint="Ambulances out of service, people to call back. No health details."
        {...field('text')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
    </FormDialog>
  )
}

function OpenAlerts() {
  const counts = useOpenCounts()
  return counts ? <p>Alerts: {openText(counts)}.</p> : null
}
