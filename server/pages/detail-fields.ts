import type { ScanTexts } from '@tvarit/shared/texts/public-texts'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import { html, type SafeHtml } from '../context/html.ts'

/** Place and phone, both optional; the same fields on the scan page and on the status page. */
export function detailFields(texts: ScanTexts, ask_phone: boolean): SafeHtml {
  const phone = html`<label for="phone">${texts.phone_label}</label>
    <p class="soft" id="why">${texts.phone_why}</p>
    <input id="phone" name="first_respondent_phone" type="tel" autocomplete="tel-national" aria-describedby="why" />`
  return html`<label for="landmark">${texts.landmark_label}</label>
    <input
      id="landmark"
      name="landmark"
      placeholder="${texts.landmark_hint}"
      autocomplete="off"
      aria-describedby="room"
    />
    <p class="soft" id="room" data-most="${LIMITS.landmark}">≤ ${LIMITS.landmark}</p>
    ${ask_phone && phone}`
}
