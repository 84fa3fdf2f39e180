import { PUBLIC_TEXTS, type ScanTexts } from '@tvarit/shared/texts/public-texts'
import type { Language, StickerView } from '@tvarit/shared/contracts/scan'
import { fill } from './client/wording.ts'
import { clientScript } from './client-files.ts'
import { detailFields } from './detail-fields.ts'
import { html, jsonForScript, type SafeHtml, trusted } from '../context/html.ts'
import { type Brand, type PracticeNotes, laterStyle, renderLayout, scriptBlock } from './layout.ts'
import type { ScanPageData } from './page-data.ts'
import { pickTexts } from './pick-texts.ts'

export interface ScanPageModel {
  token: string
  /** The `scan_id` of the press that may follow, made by the server for each rendering, with JavaScript or without. */
  scan_id: string
  /** Null when it could not be looked up: the button works all the same. */
  sticker: StickerView | null
  language: Language
  brand: Brand
  nonce: string
  /** Only these languages are offered. */
  languages?: readonly Language[]
  /** Says above the page that it is for practice: then it has no script, and its form raises nothing. */
  practice?: PracticeNotes
}

const script = trusted(clientScript('scan'))

function aboutSticker(sticker: StickerView, texts: ScanTexts): SafeHtml {
  const { first_name, serial_last4 } = sticker
  const owner = first_name && `${fill(texts.sticker_of, { name: first_name })} · …${serial_last4}`
  return html`<p class="soft">${owner || fill(texts.sticker_ends, { last4: serial_last4 })}</p>`
}

/** Registering it takes the serial number from the sticker. */
const notActivated = (texts: ScanTexts): SafeHtml =>
  html`<div class="box">
    <h2>${texts.unregistered}</h2>
    <p>${texts.unregistered_alert}</p>
    <p><a href="/register">${texts.unregistered_link}</a></p>
  </div>`

/** The page behind the QR code: one button, and the numbers to call. A complete HTML document. */
export function renderScanPage(model: ScanPageModel): string {
  const { sticker, language, token } = model
  const texts = PUBLIC_TEXTS[language].scan
  const main = html`${model.practice?.first}
    <div role="status" aria-live="assertive">
      <h1 id="headline">${texts.scan_title}</h1>
      <p id="note"></p>
    </div>
    ${sticker && aboutSticker(sticker, texts)}
    <form id="form" method="post" action="/s/${token}${model.practice ? `?lang=${language}` : ''}">
      <input type="hidden" name="scan_id" value="${model.scan_id}" />
      <input type="hidden" name="lang" value="${language}" />
      <a class="call" id="urgent" href="tel:112" hidden>${texts.call_112}</a>
      <button class="press" id="press">
        <b id="label">${texts.button}</b><span id="hint">${texts.button_hint}</span>
      </button>
      ${laterStyle(model.nonce)} ${sticker?.state === 'unregistered' && notActivated(texts)}
      <div class="box">
        <h2>${texts.samaritan}</h2>
        <p>${texts.samaritan_law}</p>
      </div>
      <div class="box">
        <p id="place" role="status"></p>
        ${detailFields(texts, true)}
      </div>
    </form>
    ${model.practice?.last}
    <p class="box soft">${texts.not_112}</p>`
  const data = jsonForScript({ token, language, texts: pickTexts(language, 'scan') } satisfies ScanPageData)
  return renderLayout({
    brand: model.brand,
    language,
    nonce: model.nonce,
    title: `${texts.scan_title} ${model.brand.name}`,
    main,
    ...(model.languages && { languages: model.languages }),
    later_style_in_main: true,
    ...(!model.practice && { end: scriptBlock(model.nonce, data, script) }),
  })
}
