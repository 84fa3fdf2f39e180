import { LIMITS } from '@tvarit/shared/contracts/limits'
import { useState } from 'react'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextAreaField } from '../../../components/form/field.tsx'
import { errorText, fieldMessages } from '../../../lib/error-text.ts'
import { toast } from '../../../lib/toasts.ts'
import { queryClient, trpc } from '../../../lib/trpc-query.ts'
import { useCreation } from '../../../lib/use-creation.ts'
import { openText, useOpenCounts } from '../open-counts.ts'

/** Asks what the next shift must know, beside how much is open right now. */
export function WriteNoteDialog({ onClose }: { onClose: () => void }) {
  const [missing, setMissing] = useState(false)
  const [text, setText] = useState('')
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
  const refused = fieldMessages(write.error).text
  const onSubmit = () => {
    if (text.trim()) write.mutate({ text: text.trim() }, { onSuccess: onClose })
    else setMissing(true)
  }
  return (
    <FormDialog
      title="Write handover note"
      submit="Save note"
      busy={write.isPending}
      error={write.isError && !refused ? errorText(write.error, 'The note was not saved.') : null}
      onCancel={onClose}
      onSubmit={onSubmit}
    >
      <OpenAlerts />
      <TextAreaField
        label="What the next shift must know"
        autoFocus
        rows={6}
        maxLength={LIMITS.shift_note}
        hint="Ambulances out of service, people to call back. No health details."
        value={text}
        error={missing ? 'Please write the note.' : (refused ?? null)}
        onChange={(event) => {
          setText(event.target.value)
          setMissing(false)
          if (write.isError) write.reset()
        }}
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
