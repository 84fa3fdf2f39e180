import { z } from 'zod'
import { ownId, type Receipt, type ReceiptRequest, type ReceiptResult } from './provider.ts'

const text = z.union([z.string(), z.number()]).transform(String)

const one = z.object({
  requestId: text.optional(),
  status: text.optional(),
  desc: text.optional(),
  CRQID: text.optional(),
})
const batch = z.object({ requestId: text, report: z.array(one) })

/**
 * MSG91's delivery reports in the shapes they document: version 2 (a form whose field `data` is JSON text with
 * batches), version 3 (one flat JSON object) and the web hook with chosen fields. The secret was checked before.
 */
export function parseMsg91Reports(request: ReceiptRequest): ReceiptResult {
  const payload = readPayload(request.body)
  if (typeof payload !== 'object' || payload === null) return { accepted: false, reason: 'malformed' }
  const receipts: Receipt[] = []
  for (const entry of Array.isArray(payload) ? payload : [payload]) {
    const many = batch.safeParse(entry)
    const reports = many.success
      ? many.data.report.map((report) => ({ ...report, requestId: report.requestId ?? many.data.requestId }))
      : [one.safeParse(entry).data]
    for (const report of reports) {
      if (!report?.requestId || (report.status === undefined && report.desc === undefined)) {
        return { accepted: false, reason: 'malformed' }
      }
      const state = stateOf(report.status ?? '', report.desc ?? '')
      if (state)
        receipts.push({
          provider_id: report.requestId, // MSG91 writes "0" where none was given.
          message_id: ownId(report.CRQID),
          state,
        })
    }
  }
  return { accepted: true, receipts }
}

function readPayload(body: string): unknown {
  try {
    const trimmed = body.trim()
    return JSON.parse(/^[[{]/.test(trimmed) ? trimmed : (new URLSearchParams(trimmed).get('data') ?? ''))
  } catch {
    return null
  }
}

/** 1 delivered; 2 failed; 9 do-not-disturb list; 16, 25 rejected; 17 blocked number. Newer hooks write words. */
function stateOf(status: string, desc: string): Receipt['state'] | null {
  if (status === '1') return 'delivered'
  if (['2', '9', '16', '17', '25'].includes(status)) return 'failed'
  const word = `${status} ${desc}`.toLowerCase()
  // "undelivered" contains "delivered": failures first.
  if (/undeliver|not delivered|fail|reject|block|ndnc|expired/.test(word)) return 'failed'
  if (/deliver/.test(word)) return 'delivered'
  return /sent|submitted/.test(word) ? 'sent' : null
}
