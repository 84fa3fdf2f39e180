import { randomUUID } from 'node:crypto'

export interface PressAnswer {
  http: number
  id: number
  status: string
  status_url: string
}

/** Presses the button of a sticker as the scan page does. */
export async function press(
  url: string,
  token: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<PressAnswer> {
  const response = await fetch(`${url}/api/scan/${token}/alerts/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ scan_id: randomUUID(), ...body }),
  })
  return { ...((await response.json()) as Omit<PressAnswer, 'http'>), http: response.status }
}
