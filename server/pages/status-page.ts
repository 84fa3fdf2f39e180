import type { AlertProgress, Language } from '@tvarit/shared/contracts/scan'
import { describeProgress, type ProgressView } from './client/describe-progress.ts'
import { plateText } from './client/wording.ts'
import { clientScript } from './client-files.ts'
import { detailFields } from './detail-fields.ts'
import { html, jsonForScript, type SafeHtml, trusted } from '../context/html.ts'
import { PAGE_TEXTS } from './languages.ts'
import { type Brand, renderLayout, scriptBlock } from './layout.ts'
import type { StatusPageData } from './page-data.ts'
import type { PageTexts } from './page-texts.ts'
import { pickTexts } from './client-texts.ts'

export interface StatusPageModel {
  status_token: string
  progress: AlertProgress
  language: Language
  brand: Brand
  nonce: string
  /** Without JavaScript the page reloads itself, which would empty a form; so the form is a page state of its own. */
  editing?: boolean
  /** A phone number was given that could not be kept. */
  phone_problem?: boolean
}

/** Where the page's script does not run. */
const RELOAD_SECONDS = 5

const script = trusted(clientScript('status'))

const stepList = (view: ProgressView): SafeHtml =>
  html`<ol id="steps">
    ${view.steps.map((step) => html`<li class="${step.mark}"><b>${step.text}</b> ${step.note && html`<span>${step.note}</span>`}</li>`)}
  </ol>`

function newsPanel(view: ProgressView, texts: PageTexts): SafeHtml {
  const hidden = (absent: boolean) => (absent ? html` hidden` : '')
  return html`<div role="status" aria-live="polite">
      <h1 id="headline">${view.headline}</h1>
      <p id="note">${view.note}</p>
    </div>
    <a class="call" id="urgent" href="tel:112" ${hidden(!view.call_112)}>${texts.call_112}</a>
    <p class="plate" id="plate" ${hidden(!view.plate)}>
      ${texts.vehicle}<br /><b id="plate-number">${plateText(view.plate)}</b>
    </p>`
}

function detailsForm(model: StatusPageModel, texts: PageTexts, findable: boolean): SafeHtml {
  return html`<section
    class="box"
    id="details"
    ${model.editing ? '' : html` hidden`}
    ${findable && html` data-unless-started`}
  >
    <h2>${texts.details_title}</h2>
    <p id="place" role="status">${model.progress.has_location && texts.place_known}</p>
    <button class="plain" id="share" type="button" hidden>${texts.place_share}</button>
    <form id="form" method="post" action="/a/${model.status_token}/details">
      <input type="hidden" name="lang" value="${model.language}" />
      ${detailFields(texts, !model.progress.has_phone)}
      <button class="plain">${texts.details_send}</button>
      <p id="answer" role="status"></p>
    </form>
  </section>`
}

/** What became of the press: the truth, newest first, and 112 when there is no better news. A complete document. */
export function renderStatusPage(model: StatusPageModel): string {
  const { language, nonce, progress } = model
  const texts = PAGE_TEXTS[language]
  const view = describeProgress(progress, texts, true)
  const path = `/a/${model.status_token}`
  const link = `${path}?lang=${language}`
  const editLink = html`<noscript
    ><p><a class="plain" href="${link}&details=1">${texts.details_title}</a></p></noscript
  >`
  const main = html`${newsPanel(view, texts)} ${model.phone_problem && html`<p class="medical">${texts.phone_bad}</p>`}
    ${stepList(view)}
    <p class="soft" id="live" ${view.open && !model.editing ? '' : html` hidden`}>${texts.updates_itself}</p>
    ${view.findable && !model.editing && editLink}
    ${detailsForm({ ...model, editing: model.editing && view.findable }, texts, view.findable)}
    <p class="box"><b>${texts.samaritan}</b></p>
    <p class="soft">${texts.not_112}</p>`
  const data = jsonForScript({ path, progress, texts: pickTexts(language, 'status') } satisfies StatusPageData)
  return renderLayout({
    brand: model.brand,
    language,
    nonce,
    title: `${texts.status_title} ${model.brand.name}`,
    state: view.call_112 ? 'urgent' : view.open ? 'open' : 'closed',
    head:
      view.open && !model.editing
        ? html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}" /></noscript>`
        : undefined,
    main,
    end: scriptBlock(nonce, data, script),
    reload_seconds: view.open && !model.editing && RELOAD_SECONDS,
  })
}
