import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { FieldFrame, useField } from '../../../components/plain/field.tsx'
import { trpc } from '../../../lib/trpc-query.ts'
import { usePaused } from '../../../lib/use-paused.ts'
import { LEVELS } from '../chain-levels.ts'
import styles from '../chain.module.css'
import type { Parent } from './form-fields.ts'

interface ParentFieldProps {
  role: 'super_distributor' | 'distributor'
  parent: Parent | null
  error: string | undefined
  onParent: (parent: Parent | null) => void
}

/** Whom the new member belongs to: an admin searches by name, phone, e-mail or firm. */
export function ParentField({ role, parent, error, onParent }: ParentFieldProps) {
  const level = LEVELS[role]
  const hint = `The ${level.name.toLowerCase()} who manages the new member. Search by name, phone, email or firm.`
  const { id, control } = useField(error, hint)
  const [typed, setTyped] = useState('')
  const search = usePaused(typed.trim())
  const choices = useQuery(
    trpc.chain.parentChoices.queryOptions({ role, search: search || undefined }, { meta: { errorText: level.failed } }),
  )
  // Older choices must not stand there while newer ones load: Enter would take the first of them.
  const searching = typed.trim() !== search || choices.isFetching
  const found = searching ? [] : (choices.data ?? [])
  const nothing = searching ? 'Searching' : choices.isError ? level.failed : level.empty
  return (
    <FieldFrame id={id} label="Belongs to" marked error={error} hint={hint}>
      <Select
        {...control}
        className={styles.parent}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        allowClear
        labelInValue
        placeholder={`Choose a ${level.name.toLowerCase()}`}
        status={error ? 'error' : undefined}
        loading={searching}
        notFoundContent={nothing}
        value={parent ? { value: parent.id, label: parent.text } : null}
        options={found.map((choice) => ({
          value: choice.id,
          label: [choice.name, choice.firm_name].filter(Boolean).join(' · '),
        }))}
        onChange={(chosen: { value: number; label: string } | null | undefined) =>
          onParent(chosen ? { id: chosen.value, text: chosen.label } : null)
        }
      />
    </FieldFrame>
  )
}
