import type { StockPerson } from '@tvarit/shared/contracts/stock'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextAreaField, TextField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { errorText, fieldMessages } from '../../lib/error-text.ts'
import { queryClient, trpc, whenDone } from '../../lib/trpc-query.ts'
import { figure } from '../../lib/figure.ts'
import { PartnerField } from './partner-field.tsx'
import styles from './stock.module.css'
import { batchName } from './wording.ts'
import { onlyDigits } from '../../lib/only-digits.ts'
import { useCreation } from '../../lib/use-creation.ts'

interface MoveDialogProps {
  kind: 'give' | 'take_back'
  /** Null: chosen here. */
  partner: StockPerson | null
  onClose: () => void
}

const WAYS = [
  { value: 'batch', label: 'Batch' },
  { value: 'numbers', label: 'Numbers' },
  { value: 'serials', label: 'Serials' },
] as const
type Way = (typeof WAYS)[number]['value']

/** Gives stickers down the chain or takes them back: a batch, numbers of it, or serial numbers as typed or pasted. */
export function MoveDialog({ kind, partner: given, onClose }: MoveDialogProps) {
  const gives = kind === 'give'
  const [partner, setPartner] = useState(given && { id: given.id, text: given.name })
  const [way, setWay] = useState<Way>('batch')
  const [batch, setBatch] = useState<string | null>(null)
  const [typed, setTyped] = useState({ first_number: '', last_number: '', serial_numbers: '', note: '' })
  const [missing, setMissing] = useState(false)
  // What is given is the caller's own, for an admin the company's, whatever page this is.
  const source = useQuery(
    trpc.stock.get.queryOptions(gives ? {} : { holder_id: partner?.id }, { enabled: gives || partner !== null }),
  )
  const batches = (source.data?.batches ?? []).filter(
    ({ available, bulk_job_id }) => available > 0 && bulk_job_id !== null,
  )
  const done = whenDone(
    ({ count }: { count: number }) => (gives ? TEXTS.stock_given(count) : TEXTS.stock_taken_back(count)),
    () => queryClient.invalidateQueries(trpc.stock.pathFilter()),
  )
  const give = useCreation(trpc.stock.give.mutationOptions(done))
  const takeBack = useCreation(trpc.stock.takeBack.mutationOptions(done))
  const move = gives ? give : takeBack
  const fields = fieldMessages(move.error)
  const changed = () => {
    setMissing(false)
    move.reset()
  }
  const text = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped({
        ...typed,
        [name]: name.endsWith('_number') ? onlyDigits(target.value).slice(0, 5) : target.value,
      })
      changed()
    },
  })
  const required = (empty: boolean, name: string) => (missing && empty ? TEXTS.required : (fields[name] ?? null))
  const submit = () => {
    const by_batch = way !== 'serials'
    const range = way === 'numbers'
    const lacks =
      !partner ||
      (by_batch ? batch === null : !typed.serial_numbers.trim()) ||
      (range && !(typed.first_number && typed.last_number))
    setMissing(lacks)
    if (lacks) return
    move.mutate(
      {
        partner_id: partner.id,
        bulk_job_id: by_batch ? Number(batch) : undefined,
        first_number: range ? Number(typed.first_number) : undefined,
        last_number: range ? Number(typed.last_number) : undefined,
        serial_numbers: by_batch ? undefined : typed.serial_numbers,
        note: typed.note,
      },
      { onSuccess: onClose },
    )
  }
  return (
    <FormDialog
      title={
        given ? (gives ? `Give stickers to ${given.name}` : `Take stickers back from ${given.name}`) : 'Give stickers'
      }
      submit={gives ? 'Give' : 'Take back'}
      busy={move.isPending}
      error={
        move.isError && Object.keys(fields).length === 0
          ? errorText(move.error, gives ? TEXTS.stock_give_failed : TEXTS.stock_take_back_failed)
          : null
      }
      onCancel={onClose}
      onSubmit={submit}
    >
      {given ? null : (
        <PartnerField
          label="To"
          marked
          hint="Search by name, phone, email or firm."
          partner={partner}
          error={required(!partner, 'partner_id')}
          onPartner={(next) => {
            setPartner(next)
            changed()
          }}
        />
      )}
      <div className={styles.ways}>
        <Segmented<Way>
          aria-label="Which stickers"
          block
          options={[...WAYS]}
          value={way}
          onChange={(next) => {
            setWay(next)
            changed()
          }}
        />
      </div>
      {way === 'serials' ? (
        <TextAreaField
          label="Serial numbers"
          marked
          rows={5}
          hint={`Typed or pasted, up to ${figure(LIMITS.stock_serials)}; with spaces, commas or line breaks in between.`}
          error={required(!typed.serial_numbers.trim(), 'serial_numbers')}
          {...text('serial_numbers')}
        />
      ) : (
        <SelectField<string>
          label="Batch"
          marked
          placeholder={batches.length > 0 ? 'Choose a batch' : 'No batch with stickers'}
          hint={
            way === 'batch'
              ? gives
                ? 'All of it that is in your stock goes.'
                : 'All of it that is in their stock comes back.'
              : 'The number of a sticker is its place in the batch, as in its manifest and on its sheets.'
          }
          error={required(batch === null, 'bulk_job_id')}
          value={batch}
          options={batches.map(({ bulk_job_id, name, available }) => ({
            value: String(bulk_job_id),
            label: `${batchName({ id: bulk_job_id, name })}: ${figure(available)}`,
          }))}
          onChange={(next) => {
            setBatch(next)
            changed()
          }}
        />
      )}
      {way === 'numbers' ? (
        <div className={styles.range}>
          <TextField
            label="From number"
            marked
            inputMode="numeric"
            error={required(!typed.first_number, 'first_number')}
            {...text('first_number')}
          />
          <TextField
            label="To number"
            marked
            inputMode="numeric"
            error={required(!typed.last_number, 'last_number')}
            {...text('last_number')}
          />
        </div>
      ) : null}
      <TextField label="Note" maxLength={LIMITS.stock_note} hint="Stands on the transfer note." {...text('note')} />
    </FormDialog>
  )
}
