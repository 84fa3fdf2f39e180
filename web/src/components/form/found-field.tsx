import { Form, Select } from 'antd'
import { useState } from 'react'
import { usePaused } from '../../lib/use-paused.ts'
import { type FieldFrame, useField } from './field.tsx'

/** One of a search: what is kept, and how it is called. */
export interface Found {
  id: number
  text: string
}

/** What is typed into a field that searches, and what is searched for once typing pauses. */
export function useTypedSearch() {
  const [typed, onSearch] = useState('')
  const search = usePaused(typed.trim())
  return { search: search || undefined, ahead: typed.trim() !== search, onSearch }
}

interface FoundFieldProps extends FieldFrame {
  chosen: Found | null
  onChosen: (chosen: Found | null) => void
  placeholder: string
  typed: ReturnType<typeof useTypedSearch>
  query: { isFetching: boolean }
  found: readonly Found[]
  /** What stands there when nothing was found. */
  nothing: string
}

/** Chooses one of more than a list could show: what the server finds for the words typed. */
export function FoundField(props: FoundFieldProps) {
  const { chosen, onChosen, placeholder, typed, query, found, nothing, ...frame } = props
  const { item, control } = useField(frame)
  // Older choices must not stand there while newer ones load: Enter would take the first of them.
  const searching = typed.ahead || query.isFetching
  return (
    <Form.Item {...item}>
      <Select
        {...control}
        showSearch={{ filterOption: false, onSearch: typed.onSearch }}
        allowClear
        labelInValue
        placeholder={placeholder}
        loading={searching}
        notFoundContent={searching ? 'Searching' : nothing}
        value={chosen ? { value: chosen.id, label: chosen.text } : null}
        options={searching ? [] : found.map(({ id, text }) => ({ value: id, label: text }))}
        onChange={(next: { value: number; label: string } | null | undefined) =>
          onChosen(next ? { id: next.value, text: next.label } : null)
        }
      />
    </Form.Item>
  )
}
