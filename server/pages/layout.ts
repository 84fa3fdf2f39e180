import { PUBLIC_TEXTS } from '@tvarit/shared/texts/public-texts'
import { dialled } from '@tvarit/shared/contracts/phone-numbers'
import { LANGUAGES, type Language } from '@tvarit/shared/contracts/scan'
import type { Config } from '@tvarit/shared/platform/settings/config'
import { clientScript, firstStyle, restStyle } from './client-files.ts'
import { html, type SafeHtml, trusted } from '../context/html.ts'

/** Who runs the service; settings, never written into the pages. */
export interface Brand {
  name: string
  /** As it is dialled and shown, `+91 80 4718 2222`; empty when there is none. */
  call_centre_phone: string
}

export const brandOf = (config: Config): Brand => ({
  name: config.BRAND_NAME,
  call_centre_phone: config.BRAND_PHONE,
})

/** Stand above and below a page that is for practice only. */
export interface PracticeNotes {
  first: SafeHtml
  last: SafeHtml
}

export interface LayoutModel {
  brand: Brand
  language: Language
  /** What the switch offers; without it all. */
  languages?: readonly Language[]
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string
  title: string
  /** State of the page for its style: `urgent` and so on; empty when there is none. */
  state?: string
  head?: SafeHtml
  main: SafeHtml
  /** `main` carries `laterStyle` itself, after what must be seen first. */
  later_style_in_main?: true
  /** Script and data at the very end, so that the button is shown before they arrive. */
  end?: SafeHtml
  /**
   * For pages that their script keeps true: when it has not started, what is marked `data-unless-started` is shown, and
   * the page asks for itself again after so many seconds.
   */
  reload_seconds?: number | false
}

const style = trusted(firstStyle)
const unlessStarted = trusted(clientScript('unless-started'))

/** More style for the head of a page. */
export const extraStyle = (nonce: string, css: string): SafeHtml =>
  html`<style nonce="${nonce}">
    ${trusted(css)}
  </style>`

/** The rest of the style, where a page goes on after what must be seen first. */
export const laterStyle = (nonce: string): SafeHtml =>
  html`<style nonce="${nonce}">
    ${trusted(restStyle)}
  </style>`

/** Two chevrons: quick, and no emblem whose use the law restricts (a red cross would be one). */
const mark = html`<svg viewBox="0 0 22 22" aria-hidden="true" fill="none" stroke="#ff4d5e" stroke-width="5">
  <path d="M2 2l8 9-8 9M11 2l8 9-8 9" />
</svg>`

const handset = html`<svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
  <path
    d="M6.6 10.8a15 15 0 0 0 6.6 6.6l2.2-2.2a1 1 0 0 1 1-.25 11.4 11.4 0 0 0 3.6.57 1 1 0 0 1 1 1V20a1 1 0 0 1-1 1A17 17 0 0 1 3 4a1 1 0 0 1 1-1h3.5a1 1 0 0 1 1 1c0 1.25.2 2.45.57 3.57a1 1 0 0 1-.25 1z"
  />
</svg>`

/** Drawn, not written: a letter of another script would make every phone load another font before the first paint. */
const globe = html`<svg viewBox="0 0 22 22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
  <path d="M11 2a9 9 0 1 0 .1 0M2 11h18M11 2q-8 9 0 18 8-9 0-18" />
</svg>`

function languageSwitch(current: Language, offered: readonly Language[] = LANGUAGES): SafeHtml {
  const entries = offered.map((code) => {
    const here = code === current ? html` aria-current="true"` : ''
    return html`<li>
      <a href="?lang=${code}" lang="${code}" hreflang="${code}" ${here}>${PUBLIC_TEXTS[code].scan.own_name}</a>
    </li>`
  })
  const texts = PUBLIC_TEXTS[current].scan
  return html`<details>
    <summary aria-label="${texts.language}: ${texts.own_name}">${texts.own_name} ${globe}</summary>
    <ul>
      ${entries}
    </ul>
  </details>`
}

/** 112, 108 and the call centre: on every page, in every state, never behind anything. */
function phoneBar(brand: Brand, language: Language): SafeHtml {
  const texts = PUBLIC_TEXTS[language].scan
  const number = brand.call_centre_phone
  const centre = html`<a href="${dialled(number)}">${handset}${texts.bar_centre}</a>`
  return html`<nav aria-label="${texts.phones}">
    <div>
      <a href="tel:112"><b>112</b>${texts.bar_112}</a
      ><a href="tel:108"><b>108</b>${texts.bar_108}</a>${number && centre}
    </div>
  </nav>`
}

/** A complete page. Everything is inside: there is no second request that a thin network could lose. */
export function renderLayout(model: LayoutModel): string {
  const { reload_seconds } = model
  const state = model.state ? html` data-state="${model.state}"` : ''
  const reload = reload_seconds ? html` data-reload="${reload_seconds}"` : ''
  const last = reload_seconds
    ? html`<script nonce="${model.nonce}">
        ${unlessStarted}
      </script>`
    : ''
  return html`<!doctype html>
<html lang="${model.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no">
<title>${model.title}</title>
<link rel="icon" href="data:,">
<style nonce="${model.nonce}">${style}</style>
${!model.later_style_in_main && laterStyle(model.nonce)}${model.head}</head>
<body${state}${reload}>
<header><div>${mark}<b>${model.brand.name}</b></div></header>
<main>${model.main}</main>
${phoneBar(model.brand, model.language)}
${languageSwitch(model.language, model.languages)}
${model.end}${last}</body>
</html>`.markup.replace(/\n\s+/g, '\n')
}

/** The data block a client script reads, and the script. */
export function scriptBlock(nonce: string, data: SafeHtml, script: SafeHtml): SafeHtml {
  return html`<script type="application/json" id="data" nonce="${nonce}">
      ${data}
    </script>
    <script nonce="${nonce}">
      ${script}
    </script>`
}
