import type { StockPerson } from '@tvarit/shared/contracts/stock'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { TEXTS } from '@tvarit/shared/contracts/texts'
import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { FormDialog } from '../../components/form-dialog.tsx'
import { TextAreaField, TextField } from '../../components/form/field.tsx'
import { SelectField } from '../../components/form/select-field.tsx'
import { queryClient, trpc, whenDone } from '../../lib/trpc-query.ts'
import { formatCount } from '../../lib/format-count.ts'
import { PartnerField } from './partner-field.tsx'
import styles from './stock.module.css'
import { batchName } from './wording.ts'
import { onlyDigits } from '../../lib/only-digits.ts'
import { useCreation } from '../../lib/use-creation.ts'
import { useForm } from '../../lib/use-form.ts'

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

interface Move {
  partner: { id: number; text: string } | null
  way: Way
  batch: string | null
  first_number: string
  last_number: string
  serial_numbers: string
  note: string
}

const EMPTY = { way: 'batch', batch: null, first_number: '', last_number: '', serial_numbers: '', note: '' } as const

/** The fields that the chosen way needs and that are empty. */
function lacking({ partner, way, batch, first_number, last_number, serial_numbers }: Move) {
  const empty = {
    partner_id: !partner,
    bulk_job_id: way !== 'serials' && batch === null,
    serial_numbers: way === 'serials' && !serial_numbers.trim(),
    first_number: way === 'numbers' && !first_number,
    last_number: way === 'numbers' && !last_number,
  }
  return Object.fromEntries(Object.entries(empty).flatMap(([name, is]) => (is ? [[name, TEXTS.required]] : [])))
}

const fiveDigits = (typed: string) => onlyDigits(typed).slice(0, 5)

/** Gives stickers down the chain or takes them back: a batch, numbers of it, or serial numbers as typed or pasted. */
export function MoveDialog({ kind, partner: given, onClose }: MoveDialogProps) {
  const gives = kind === 'give'
  const done = whenDone(
    ({ count }: { count: number }) => (gives ? TEXTS.stock_given(count) : TEXTS.stock_taken_back(count)),
    () => queryClient.invalidateQueries(trpc.stock.pathFilter()),
  )
  const give = useCreation(trpc.stock.give.mutationOptions(done))
  const takeBack = useCreation(trpc.stock.takeBack.mutationOptions(done))
  const move = gives ? give : takeBack
  const { form, errors, error, set, field, submit } = useForm<Move>(
    { ...EMPTY, partner: given && { id: given.id, text: given.name } },
    { sending: move, failed: gives ? TEXTS.stock_give_failed : TEXTS.stock_take_back_failed, check: lacking },
  )
  const { partner, way, batch } = form
  // What is given is the caller's own, for an admin the company's, whatever page this is.
  const source = useQuery(
    trpc.stock.get.queryOptions(gives ? {} : { holder_id: partner?.id }, { enabled: gives || partner !== null }),
  )
  const batches = (source.data?.batches ?? []).filter(
    ({ available, bulk_job_id }) => available > 0 && bulk_job_id !== null,
  )
  const send = () => {
    const by_batch = way !== 'serials'
    const range = way === 'numbers'
    move.mutate(
      {
        partner_id: partner!.id,
        bulk_job_id: by_batch ? Number(batch) : undefined,
        first_number: range ? Number(form.first_number) : undefined,
        last_number: range ? Number(form.last_number) : undefined,
        serial_numbers: by_batch ? undefined : form.serial_numbers,
        note: form.note,
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
      error={error}
      onCancel={onClose}
      onSubmit={() => submit(send)}
    >
      {given ? null : (
        <PartnerField
          label="To"
          marked
          hint="Search by name, phone, email or firm."
          partner={partner}
          error={errors.partner_id}
          onPartner={(next) => set({ partner: next })}
        />
      )}
      <div className={styles.ways}>
        <Segmented<Way>
          aria-label="Which stickers"
          block
          options={[...WAYS]}
          value={way}
          onChange={(next) => set({ way: next })}
        />
      </div>
      {way === 'serials' ? (
        <TextAreaField
          label="Serial numbers"
          marked
          rows={5}
          hint={`Typed or pasted, up to ${formatCount(LIMITS.stock_serials)}; with spaces, commas or line breaks in between.`}
          {...field('serial_numbers')}
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
          error={errors.bulk_job_id}
          value={batch}
          options={batches.map(({ bulk_job_id, name, available }) => ({
            value: String(bulk_job_id),
            label: `${batchName({ id: bulk_job_id, name })}: ${formatCount(available)}`,
          }))}
          onChange={(next) => set({ batch: next })}
        />
      )}
      {way === 'numbers' ? (
        <div className={styles.range}>
          <TextField label="From number" marked inputMode="numeric" {...field('first_number', fiveDigits)} />
          <TextField label="To number" marked inputMode="numeric" {...field('last_number', fiveDigits)} />
        </div>
      ) : null}
      <TextField label="Note" maxLength={LIMITS.stock_note} hint="Stands on the transfer note." {...field('note')} />
    </FormDialog>
  )
}
