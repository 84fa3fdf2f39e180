import { ERASE_WORD } from '@tvarit/shared/contracts/data-rights'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { scopeOf } from '@tvarit/shared/contracts/permissions'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ComponentProps, useState } from 'react'
import { useNavigate } from 'react-router'
import { Card } from '../../components/card.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { saveJson } from '../../lib/download.ts'
import { useSessionState } from '../../lib/session.ts'
import { toast } from '../../lib/toasts.ts'
import { queryClient, trpc } from '../../lib/trpc-query.ts'
import { useForm } from '../../lib/use-form.ts'

interface Person {
  id: number
  name: string
  /** Where the list of such people is. */
  list: string
}

/** For admins: what a person asked for by letter or phone, done for them with the reason noted. */
export function DataRequestsCard(person: Person) {
  const [asking, setAsking] = useState<'export' | 'erase' | null>(null)
  const role = useSessionState().session?.user.role
  if (!role || !scopeOf('data.erase', role)) return null
  const close = () => setAsking(null)
  return (
    <Card title="Data requests">
      <p className="soft">
        Only when the person has asked for it, and you are sure who asked. Both are recorded with your reason.
      </p>
      <div className="row gap-s above">
        <Button onClick={() => setAsking('export')}>Download data</Button>
        <Button danger onClick={() => setAsking('erase')}>
          Erase this person
        </Button>
      </div>
      {asking === 'export' ? <ExportDialog {...person} onClose={close} /> : null}
      {asking === 'erase' ? <EraseDialog {...person} onClose={close} /> : null}
    </Card>
  )
}

function ExportDialog({ id, name, onClose }: Person & { onClose: () => void }) {
  const save = useMutation(trpc.dataRights.export.mutationOptions({ meta: { silent: true } }))
  const { form, error, field } = useForm({ reason: '' }, { sending: save, failed: TEXTS.export_failed })
  return (
    <FormDialog
      title={`Download the data of ${name}`}
      submit="Download"
      busy={save.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() =>
        save.mutate(
          { id, ...form },
          {
            // Not in the options of the mutation: after Cancel no file comes.
            onSuccess: (data) => {
              saveJson(data, `data-of-${id}.json`)
              toast.success(TEXTS.export_done)
              onClose()
            },
          },
        )
      }
    >
      <p>The file holds everything we know, health data too. Hand it to the person alone and keep no copy.</p>
      <ReasonField {...field('reason')} />
    </FormDialog>
  )
}

function EraseDialog({ id, name, list, onClose }: Person & { onClose: () => void }) {
  const navigate = useNavigate()
  const erase = useMutation(
    trpc.dataRights.erase.mutationOptions({
      meta: { silent: true },
      onSuccess: ({ detail }) => {
        toast.success(detail)
        // Read again where one goes next: on this page, which one mostly leaves now, the person is not found any more.
        void queryClient.invalidateQueries({ refetchType: 'none' })
      },
    }),
  )
  const leave = async () => {
    await navigate(list)
    await queryClient.invalidateQueries({ refetchType: 'active' })
  }
  const { form, error, field } = useForm(
    { reason: '', confirmation: '' },
    { sending: erase, failed: TEXTS.erase_failed },
  )
  return (
    <FormDialog
      title={`Erase ${name}`}
      submit="Erase everything"
      danger
      busy={erase.isPending}
      error={error}
      onCancel={onClose}
      onSubmit={() => erase.mutate({ id, ...form }, { onSuccess: () => void leave() })}
    >
      <p>
        Name, numbers, address, photo, documents, contacts and health data are removed at once and cannot come back. The
        account is closed. Alerts and payments stay under a number.
      </p>
      <ReasonField {...field('reason')} />
      <TextField label={`Type ${ERASE_WORD} to confirm`} marked autoComplete="off" {...field('confirmation')} />
    </FormDialog>
  )
}

const ReasonField = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label="Reason"
    marked
    hint="How and when the person asked, without names and numbers."
    autoComplete="off"
    maxLength={LIMITS.void_reason}
    {...field}
  />
)
