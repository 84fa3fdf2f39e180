/** How a procedure is reachable as a REST path; declared in the procedure's meta. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A second method of the same call, for clients that cannot send the first. */
  also?: 'POST'
  /** As the specification writes it, with trailing slash; `{id}` names a parameter. Both slash forms are served. */
  path: `/api/${string}/`
  /** Further paths of the same call. */
  aliases?: `/api/${string}/`[]
  /** Success status, default 200. */
  status?: 200 | 201
  /** Names of the file fields of a multipart body; without it the body is JSON. */
  files?: string[]
  summary: string
}

/** The meta of a procedure that is also a REST path. */
export const rest = (
  method: RestRoute['method'],
  path: RestRoute['path'],
  summary: string,
  more?: Omit<RestRoute, 'method' | 'path' | 'summary'>,
): { rest: RestRoute } => ({ rest: { method, path, summary, ...more } })
