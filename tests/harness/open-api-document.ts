import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { call } from './api.ts'

export interface Operation {
  operationId: string
  security: unknown[]
  parameters: { name: string; in: string; schema: { format?: string; enum?: string[] } }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { format?: string }> } }> }
  responses: Record<string, { content: Record<string, { schema: object }> }>
}

export interface DocumentedCall {
  /** Method and path, as in `GET /api/users/{id}/`. */
  what: string
  method: string
  path: string
  operation: Operation
}

export interface OpenApiDocument {
  /** The document as it was served. */
  content: Record<string, unknown>
  operations: DocumentedCall[]
  /** What is wrong with a value; null when it is as `schema` says. */
  mismatch(schema: object, value: unknown): string | null
  /** What is wrong with the body of a rejection. */
  errorMismatch(value: unknown): string | null
}

/** The live document of the running server. */
export async function readOpenApiDocument(url: string): Promise<OpenApiDocument> {
  const content = (await call(url, '/api/openapi.json')).body
  const paths = content['paths'] as Record<string, Record<string, Operation>>
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  const compiled = new Map<object, ValidateFunction>()
  const mismatch = (schema: object, value: unknown) => {
    const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: content['components'] })
    compiled.set(schema, validate)
    return validate(value) ? null : `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 300)}`
  }
  const rejection = { $ref: '#/components/schemas/Error' }
  return {
    content,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const name = method.toUpperCase()
        return { what: `${name} ${path}`, method: name, path, operation }
      }),
    ),
    mismatch,
    errorMismatch: (value) => mismatch(rejection, value),
  }
}
