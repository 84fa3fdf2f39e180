import { PUBLIC_TEXTS, type ScanTexts } from '@tvarit/shared/texts/public-texts'
import type { AlertProgress, Language } from '@tvarit/shared/contracts/scan'
import { describeProgress, type ProgressView } from './client/describe-progress.ts'
import { plateText } from './client/wording.ts'
import { clientScript, firstAidStyle } from './client-files.ts'
import { detailFields } from './detail-fields.ts'
import { html, jsonForScript, type SafeHtml, trusted } from '../context/html.ts'
import { firstAid } from './first-aid.ts'
import { type Brand, type PracticeNotes, extraStyle, renderLayout, scriptBlock } from './layout.ts'
import type { StatusPageData } from './page-data.ts'
import { pickTexts } from './pick-texts.ts'

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
  /** What became of a photo that was sent as a plain form. */
  photo_answer?: 'photo_sent' | 'photo_failed' | undefined
  /** The doctor who answers for the first-aid texts, and the date. */
  first_aid_signed?: string | undefined
  /** Only these languages are offered. */
  languages?: readonly Language[]
  /** Says above the page that it is an example: then it has neither script nor form, and stays as it is. */
  practice?: PracticeNotes
}

/** Where the page's script does not run. */
const RELOAD_SECONDS = 5
/** An attended alert is open again when its ambulance does not come. */
const RELOAD_ATTENDED_SECONDS = 30

const script = trusted(clientScript('status'))

const stepList = (view: ProgressView): SafeHtml =>
  html`<ol id="steps">
    ${view.steps.map((step) => html`<li class="${step.mark}"><b>${step.text}</b> ${step.note && html`<span>${step.note}</span>`}</li>`)}
  </ol>`

function aidForScript(language: Language): StatusPageData['aid'] {
  const { call_me_asked, photo_sent, photo_failed } = PUBLIC_TEXTS[language].first_aid
  return { call_me_asked, photo_sent, photo_failed }
}

function newsPanel(view: ProgressView, texts: ScanTexts): SafeHtml {
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

function detailsForm(model: StatusPageModel, texts: ScanTexts, findable: boolean): SafeHtml {
  const aid = PUBLIC_TEXTS[model.language].first_aid
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
      <button class="plain" id="call-me" name="call_me" value="1">${aid.call_me}</button>
      <p id="answer" role="status">${model.progress.call_asked && aid.call_me_asked}</p>
    </form>
    <form
      class="box"
      id="photo-form"
      method="post"
      enctype="multipart/form-data"
      action="/a/${model.status_token}/photo?lang=${model.language}"
    >
      <label for="photo-file">${aid.photo}</label>
      <p class="soft" id="photo-why">${aid.photo_consent}</p>
      <input
        id="photo-file"
        name="photo"
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        required
        aria-describedby="photo-why"
      />
      <button class="plain">${texts.details_send}</button>
      <p id="photo-answer" role="status">${model.photo_answer && aid[model.photo_answer]}</p>
    </form>
  </section>`
}

/** The status page: the state of the alert, newest first, and 112 when there is no better news. A complete document. */
export function renderStatusPage(model: StatusPageModel): string {
  const { language, nonce, progress } = model
  const texts = PUBLIC_TEXTS[language].scan
  const view = describeProgress(progress, texts, true)
  const path = `/a/${model.status_token}`
  const link = `${path}?lang=${language}`
  const editLink = html`<noscript
    ><p><a class="plain" href="${link}&details=1">${texts.details_title}</a></p></noscript
  >`
  const aid = view.open && firstAid(language, { signed: model.first_aid_signed, open: model.editing })
  // Without a position nothing helps more than words for the place.
  const details = html`${view.findable && !model.editing && editLink}
  ${detailsForm({ ...model, editing: model.editing && view.findable }, texts, view.findable)}`
  const still = !model.editing && !model.practice && progress.status !== 'REJECTED'
  const live = still && view.live
  const reload_seconds = still && (view.open ? RELOAD_SECONDS : RELOAD_ATTENDED_SECONDS)
  const main = html`${model.practice?.first} ${newsPanel(view, texts)}
    ${model.phone_problem && html`<p class="medical">${texts.phone_bad}</p>`} ${stepList(view)}
    <p class="soft" id="live" ${live ? '' : html` hidden`}>${texts.updates_itself}</p>
    ${model.practice ? aid : progress.has_location ? [aid, details] : [details, aid]} ${model.practice?.last}
    <p class="box"><b>${texts.samaritan}</b></p>
    <p class="soft">${texts.not_112}</p>`
  const data = jsonForScript({
    path,
    progress,
    texts: pickTexts(language, 'status'),
    aid: aidForScript(language),
  } satisfies StatusPageData)
  return renderLayout({
    brand: model.brand,
    language,
    nonce,
    title: `${texts.status_title} ${model.brand.name}`,
    state: view.call_112 ? 'urgent' : view.open ? 'open' : 'closed',
    head: html`${extraStyle(nonce, firstAidStyle)}${reload_seconds && html`<noscript><meta http-equiv="refresh" content="${reload_seconds}" /></noscript>`}`,
    main,
    ...(model.languages && { languages: model.languages }),
    ...(!model.practice && { end: scriptBlock(nonce, data, script) }),
    reload_seconds,
  })
}
