import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'
import { randomId } from './random-id.ts'

type IdName = 'request_id' | 'note_id' | 'call_id'
/** What the caller gives: the id is added here. */
type Asked<Input> = Input extends FormData | void | undefined ? Input : Omit<Input, IdName>

/**
 * `useMutation` for a call that creates. Its id stays while the same is asked for: a second click, or a press after a lost
 * answer, creates nothing more. What differs, and what follows a success, gets a new one.
 * A second click before the answer sends nothing.
 */
export function useCreation<Input, Output, Failure, Context>(
  options: UseMutationOptions<Output, Failure, Input, Context>,
  id_name: IdName = 'request_id',
) {
  const request = useRef({ id: '', asked: '', running: false })
  const { mutate, ...creation } = useMutation<Output, Failure, Asked<Input>, Context>({
    ...(options as unknown as UseMutationOptions<Output, Failure, Asked<Input>, Context>),
    mutationFn: async (input, context) => {
      const { current } = request
      const asked = textOf(input)
      if (!current.id || current.asked !== asked) Object.assign(current, { id: randomId(), asked })
      try {
        const output = await options.mutationFn!(withId(input, id_name, current.id), context)
        current.id = ''
        return output
      } finally {
        request.current.running = false
      }
    },
  })
  const create: typeof mutate = (...args) => {
    if (request.current.running) return
    request.current.running = true
    mutate(...args)
  }
  return { ...creation, mutate: create }
}

const textOf = (input: unknown): string => JSON.stringify(input instanceof FormData ? [...input] : input) ?? ''

function withId<Input>(input: Asked<Input>, name: IdName, id: string): Input {
  if (!(input instanceof FormData)) return { ...(input as object), [name]: id } as Input
  input.set(name, id)
  return input as Input
}
