import { Form, Select, type SelectProps } from 'antd'
import { type FieldFrame, useField } from './field.tsx'

type SelectFieldProps<Value> = FieldFrame & Omit<SelectProps<Value>, 'value'> & { value: Value | null }

export function SelectField<Value extends string>({ label, error, hint, marked, ...select }: SelectFieldProps<Value>) {
  const { item, control } = useField({ label, error, hint, marked: marked ?? false })
  return (
    <Form.Item {...item}>
      <Select<Value> popupMatchSelectWidth={false} {...control} {...select} />
    </Form.Item>
  )
}
