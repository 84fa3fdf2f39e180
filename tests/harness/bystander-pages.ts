import type { AlertProgress, StickerView } from '@tvarit/shared/contracts/scan'
import { renderMessagePage } from '@tvarit/server/pages/message-page'
import { renderScanPage, type ScanPageModel } from '@tvarit/server/pages/scan-page'
import { renderStatusPage, type StatusPageModel } from '@tvarit/server/pages/status-page'

export const TOKEN = '7KQ4FM2XWPW1A2B3'
export const SCAN_ID = '5b0a2c1e-7f2d-4c59-9a53-0f3f6e1f9a11'
const brand = { name: 'Tvarit', call_centre_phone: '+91 80 4718 2222' }

export const sticker = (change: Partial<StickerView> = {}): StickerView => ({
  state: 'registered',
  first_name: 'Ravi',
  serial_last4: '3C4D',
  ...change,
})

export const scanPage = (change: Partial<ScanPageModel> = {}): string =>
  renderScanPage({
    token: TOKEN,
    scan_id: SCAN_ID,
    sticker: sticker(),
    language: 'en',
    brand,
    nonce: 'bm9uY2U=',
    ...change,
  })

const progress = (change: Partial<AlertProgress> = {}): AlertProgress => ({
  status: 'PENDING',
  received_at: '2026-11-21T05:01:10Z',
  consoles_online: 3,
  seen_by: null,
  seen_at: null,
  ambulance: null,
  closed_at: null,
  call_112_now: false,
  has_location: false,
  has_phone: false,
  call_asked: false,
  ...change,
})

export const SEEN = { seen_by: 'Asha', seen_at: '2026-11-21T05:02:00Z' }
export const COMING = {
  vehicle_number: 'KA01AB1234',
  eta_minutes: 12,
  unseen: false,
  state: 'EN_ROUTE',
  arrived_at: null,
}

export const statusPage = (change: Partial<AlertProgress> = {}, model: Partial<StatusPageModel> = {}): string =>
  renderStatusPage({
    status_token: 'status-token',
    progress: progress(change),
    language: 'en',
    brand,
    nonce: 'bm9uY2U=',
    ...model,
  })

/** Every page in every state a bystander may meet. */
export const everyPage = (): Record<string, string> => ({
  ready: scanPage(),
  'not activated': scanPage({ sticker: sticker({ state: 'unregistered' }) }),
  'sticker not looked up': scanPage({ sticker: null }),
  waiting: statusPage(),
  seen: statusPage(SEEN),
  'call 112': statusPage({ call_112_now: true, consoles_online: 0 }),
  'on the way': statusPage({ ...SEEN, ambulance: COMING }),
  closed: statusPage({ ...SEEN, status: 'ATTENDED', closed_at: '2026-11-21T05:40:00Z' }),
  'unknown sticker': renderMessagePage({ reason: 'unknown_sticker', language: 'en', brand, nonce: 'x' }),
  'expired link': renderMessagePage({ reason: 'expired_link', language: 'en', brand, nonce: 'x' }),
  'unreadable form': renderMessagePage({ reason: 'unreadable_form', language: 'en', brand, nonce: 'x', back: '/s/X' }),
  'no answer': renderMessagePage({ reason: 'no_answer', language: 'en', brand, nonce: 'x' }),
})
