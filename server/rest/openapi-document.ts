import { PERMISSIONS, type Permission } from '@tvarit/shared/contracts/permissions'
import type { AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import { restProcedures } from '../trpc/declared-procedures.ts'
import { PLAIN_ROUTES } from './plain-routes.ts'

type Json = Record<string, unknown>

interface Operation {
  method: string
  path: string
  summary: string
  operation_id: string
  tag: string
  permission: Permission | undefined
  input: z.ZodType | undefined
  files: readonly string[]
  status: number
  output: z.ZodType | string
}

/**
 * The OpenAPI 3.1 document of every REST path, made from the very schemas that parse and answer the calls. Paths are
 * written with their trailing slash; without it they are served too.
 */
export function openApiDocument(router: AnyTRPCRouter, brand_name: string): Json {
  const paths: Record<string, Json> = {}
  for (const operation of [...procedures(router), ...plain()]) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand_name} API`,
      version: '1.0.0',
      description:
        'Bearer access token from the login paths. Errors: one detail, non_field_errors, or texts per field.',
    },
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => a.localeCompare(b))),
    components: { schemas: ERRORS, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}

function procedures(router: AnyTRPCRouter): Operation[] {
  return restProcedures(router).flatMap(({ name, rest, permission, input, output }) => {
    const methods = [rest.method, ...(rest.also ? [rest.also] : [])]
    return [rest.path, ...(rest.aliases ?? [])].flatMap((path, place) =>
      methods.map((method, turn) => ({
        method,
        path,
        summary: rest.summary,
        operation_id: `${name}${place || turn ? `.${place}${turn}` : ''}`,
        tag: permission ? name.split('.')[0]! : 'public',
        permission,
        // Forms arrive as FormData or as an object; the schema of their fields is behind that.
        input: rest.files ? ((input as z.ZodPipe).def.out as z.ZodType) : input,
        files: rest.files ?? [],
        status: rest.status ?? 200,
        output: output ?? z.unknown(),
      })),
    )
  })
}

const plain = (): Operation[] =>
  PLAIN_ROUTES.map(({ method, path, summary, permission, input, status, output }) => ({
    method,
    path,
    summary,
    operation_id: `${method} ${path}`.replace(/[^a-z]+/gi, '.').replace(/^\.|\.$/g, ''),
    tag: permission ? 'files' : 'public',
    permission,
    input,
    files: [],
    status,
    output,
  }))

function describe({
  method,
  path,
  summary,
  operation_id,
  tag,
  permission,
  input,
  files,
  status,
  output,
}: Operation): Json {
  const { properties = {}, required = [] } = input ? toSchema(input, 'input') : {}
  const in_path = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const rest = Object.entries(properties).filter(([name]) => !in_path.includes(name))
  const parameters = in_path.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
  const query = method === 'GET' ? rest : []
  return {
    operationId: operation_id,
    summary,
    tags: [tag],
    ...(permission
      ? { security: [{ bearer: [] }], 'x-roles': Object.keys(PERMISSIONS[permission]) }
      : { security: [] }),
    parameters: [
      ...parameters,
      ...query.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
    ],
    ...(method !== 'GET' && rest.length > 0
      ? {
          requestBody: bodyOf(
            rest,
            required.filter((name) => !in_path.includes(name)),
            files,
          ),
        }
      : {}),
    responses: {
      [status]: { description: 'Done', content: contentOf(output) },
      ...errorsOf(permission),
    },
  }
}

function bodyOf(fields: [string, Json][], required: string[], files: readonly string[]): Json {
  const properties = Object.fromEntries(
    fields.map(([name, schema]) => [name, files.includes(name) ? { type: 'string', format: 'binary' } : schema]),
  )
  const type = files.length > 0 ? 'multipart/form-data' : 'application/json'
  return {
    required: required.length > 0,
    content: { [type]: { schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) } } },
  }
}

const contentOf = (output: z.ZodType | string): Json =>
  typeof output === 'string'
    ? { [output]: { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: toSchema(output, 'output') } }

interface ObjectSchema extends Json {
  properties?: Record<string, Json>
  required?: string[]
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return json as ObjectSchema
}

const error = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function errorsOf(permission: Permission | undefined): Json {
  return {
    400: error('Something in the request is wrong; nothing was written'),
    ...(permission ? { 401: error('No valid access token'), 403: error('Not for this role') } : {}),
    404: error('Not there, or not yours'),
    409: error('Another request was first, or the state has changed'),
    413: error('Too large'),
    429: error('Too many requests'),
    503: error('Try again in a moment'),
  }
}

const texts = { type: 'array', items: { type: 'string' }, minItems: 1 }

const ERRORS = {
  Error: {
    description: 'One sentence, or sentences per field',
    oneOf: [
      {
        type: 'object',
        properties: { detail: { type: 'string' } },
        required: ['detail'],
        additionalProperties: false,
      },
      {
        type: 'object',
        properties: { non_field_errors: texts },
        not: { required: ['detail'] },
        additionalProperties: texts,
        minProperties: 1,
      },
    ],
  },
}
