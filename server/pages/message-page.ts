import { PUBLIC_TEXTS } from '@tvarit/shared/texts/public-texts'
import type { Language } from '@tvarit/shared/contracts/scan'
import { html, type SafeHtml } from '../context/html.ts'
import { type Brand, renderLayout } from './layout.ts'

export type MessageReason =
  | 'unknown_sticker'
  | 'expired_link'
  | 'dead_link'
  | 'unreadable_form'
  | 'unreadable_details'
  | 'no_answer'

export interface MessagePageModel {
  reason: MessageReason
  language: Language
  brand: Brand
  nonce: string
  /** The page to go back to, when there is one. */
  back?: string
  /** The press that could not be taken: sent again, under the same scan_id, by one more press. */
  retry?: { token: string; fields: Record<string, string | null | undefined> }
}

const TEXTS = {
  unknown_sticker: ['unknown_title', 'unknown_text'],
  expired_link: ['expired_title', 'expired_text'],
  // Of a driver or a relative, who have no sticker to scan.
  dead_link: ['expired_title', 'still_112'],
  unreadable_form: ['form_title', 'form_text'],
  unreadable_details: ['details_failed', 'still_112'],
  no_answer: ['no_answer_title', 'failed_hint'],
} as const

function retryForm(retry: NonNullable<MessagePageModel['retry']>, label: string): SafeHtml {
  const fields = Object.entries(retry.fields).map(([name, value]) => {
    return html`<input type="hidden" name="${name}" value="${value}" />`
  })
  return html`<form method="post" action="/s/${retry.token}">${fields}<button class="plain">${label}</button></form>`
}

/**
 * A page that says in one sentence why there is nothing else, and shows 112 where the button would be. A complete
 * document.
 */
export function renderMessagePage(model: MessagePageModel): string {
  const texts = PUBLIC_TEXTS[model.language].scan
  const [title, text] = TEXTS[model.reason]
  const label = model.reason === 'unreadable_form' ? 'back' : 'try_now'
  const main = html`<h1>${texts[title]}</h1>
    <p>${texts[text]}</p>
    <a class="call" href="tel:112">${texts.call_112}</a>
    ${model.retry && retryForm(model.retry, texts.try_now)}
    ${model.back && html`<a class="plain" href="${model.back}">${texts[label]}</a>`}`
  return renderLayout({
    brand: model.brand,
    language: model.language,
    nonce: model.nonce,
    title: `${texts[title]} ${model.brand.name}`,
    main,
  })
}
