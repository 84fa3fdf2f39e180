import { TEXTS } from '@tvarit/shared/contracts/texts'
import { freshAccess, renewAccess, SessionExpired, onUserChanged } from './session.ts'

/** Fetches a file with the bearer token and hands it to the browser under the name the server gives. */
export async function download(path: string, fallback_name: string): Promise<void> {
  const isOther = onUserChanged()
  const mine = (token: string): string => {
    if (isOther()) throw new SessionExpired()
    return token
  }
  const access = mine(await freshAccess())
  let response = await get(path, access)
  if (response.status === 401) response = await get(path, mine(await renewAccess(access)))
  mine(access)
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as { detail?: string } | null
    throw new Error(body?.detail ?? TEXTS.something_wrong)
  }
  save(await response.blob(), fileName(response.headers.get('content-disposition')) ?? fallback_name)
}

/** Hands data to the browser as a file for people and programs. */
export const saveJson = (data: unknown, name: string): void =>
  saveText(JSON.stringify(data, null, 2), 'application/json', name)

export const saveText = (text: string, type: string, name: string): void => save(new Blob([text], { type }), name)

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const get = (path: string, access: string): Promise<Response> =>
  fetch(path, { headers: { authorization: `Bearer ${access}` } })

/** The name in a Content-Disposition header: `filename*` (UTF-8) before `filename`. */
export function fileName(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null
}
