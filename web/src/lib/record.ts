import { useParams } from 'react-router'
import { errorStatus } from './error-text.ts'

/** The id in the address of a record's page; null when what stands there cannot be one. */
export function useRecordId(): number | null {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export interface RecordQuery {
  isPending: boolean
  isFetching: boolean
  isError: boolean
  error: unknown
}

/** Whether there is no such record: the server says so, or the address gives no id to ask for (`skipToken`). */
export const isMissing = ({ isPending, isFetching, isError, error }: RecordQuery): boolean =>
  isError ? errorStatus(error) === 404 : isPending && !isFetching
