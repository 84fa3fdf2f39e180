import { PUBLIC_TEXTS } from '@tvarit/shared/texts/public-texts'
import { dialled, spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import { LANGUAGES, type Language } from '@tvarit/shared/contracts/scan'
import type { ContactChoice } from '@tvarit/shared/domain/subscribers/contacts/contact-choice'
import { contactStyle } from './client-files.ts'
import { fill } from './client/wording.ts'
import { html, type SafeHtml } from '../context/html.ts'
import { type Brand, extraStyle, renderLayout } from './layout.ts'

export interface ContactPageModel {
  token: string
  chosen: ContactChoice
  /** This answer follows a choice. */
  saved: boolean
  language: Language
  brand: Brand
  nonce: string
}

const radio = (name: string, value: string, label: string, chosen: boolean, lang?: Language): SafeHtml =>
  html`<label class="choice" ${lang && html`lang="${lang}"`}>
    <input type="radio" name="${name}" value="${value}" ${chosen && html` checked`} />${label}
  </label>`

/** The page of an emergency contact: what the number is for, and how messages come. Works without a script. */
export function renderContactPage({ token, chosen, saved, language, brand, nonce }: ContactPageModel): string {
  const texts = PUBLIC_TEXTS[language].contact
  // Before the first choice the language of this page is the one that is offered.
  const spoken = chosen.chosen_at ? chosen.language : language
  const main = html`<div role="status" aria-live="polite">
      <h1>${texts.title}</h1>
      ${saved && html`<p class="medical">${texts.saved}</p>`}
    </div>
    <p>${fill(texts.what, { last4: chosen.phone.slice(-4) })}</p>
    <form method="post" action="/c/${token}">
      <fieldset>
        <legend>${texts.channel}</legend>
        ${radio('channel', 'sms', 'SMS', chosen.channel === 'sms')}
        ${radio('channel', 'whatsapp', 'WhatsApp', chosen.channel === 'whatsapp')}
        <p class="soft">${texts.whatsapp_note}</p>
      </fieldset>
      <fieldset>
        <legend>${texts.language}</legend>
        <div class="pair">
          ${LANGUAGES.map((code) => radio('language', code, PUBLIC_TEXTS[code].scan.own_name, code === spoken, code))}
        </div>
      </fieldset>
      <button class="plain">${texts.save}</button>
    </form>
    <p class="box">
      <a href="${dialled(brand.call_centre_phone)}">${texts.wrong}: ${spokenPhone(brand.call_centre_phone)}</a>
    </p>`
  return renderLayout({
    brand,
    language,
    nonce,
    title: `${texts.title} ${brand.name}`,
    head: extraStyle(nonce, contactStyle),
    main,
  })
}
