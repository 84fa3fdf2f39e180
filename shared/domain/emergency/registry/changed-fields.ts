/** The fields of a change that are given and differ from what is stored. */
export function changedFields<Given extends object>(
  stored: { [Field in keyof Required<Given>]: unknown },
  given: Given,
): Partial<Given> {
  const changed = Object.entries(given).filter(
    ([field, value]) => value !== undefined && value !== stored[field as keyof Given],
  )
  return Object.fromEntries(changed) as Partial<Given>
}
