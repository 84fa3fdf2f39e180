import type { DocumentedCall } from './open-api-document.ts'
import type { RestCalls, Sent } from './rest-calls.ts'

interface FieldSchema {
  'x-max-graphemes'?: number
  anyOf?: FieldSchema[]
}

/** How many characters each field of text may have, as the document says it. */
export function capsOf({ operation }: DocumentedCall): Map<string, number> {
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const caps = Object.entries((body?.schema.properties ?? {}) as Record<string, FieldSchema>).map(
    ([field, schema]) => [field, capOf(schema)] as const,
  )
  return new Map(caps.flatMap(([field, cap]) => (cap === undefined ? [] : [[field, cap] as const])))
}

const capOf = ({ anyOf = [], ...schema }: FieldSchema): number | undefined =>
  schema['x-max-graphemes'] ?? anyOf.map(capOf).find((cap) => cap !== undefined)

/** Makes the useful call of an operation with other texts in it, and sends it. */
export async function sendTexts(
  calls: RestCalls,
  { method, path, operation }: DocumentedCall,
  texts: Readonly<Record<string, string>>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const sent: Sent = (await calls.make(operation.operationId))!
  if (sent.body instanceof FormData) for (const [field, text] of Object.entries(texts)) sent.body.set(field, text)
  // One or the other: an ambulance of ours, or a provider in words.
  else sent.body = { ...(sent.body as object), ...(texts.outside_provider && { ambulance_id: undefined }), ...texts }
  const response = await calls.send(method, path, sent)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
