import { RIDE_TEXTS, RIDE_LANGUAGES, type RideLanguage, type DriverTexts } from '@tvarit/shared/texts/public-texts'
import { dialled } from '@tvarit/shared/contracts/phone-numbers'
import { digipinOf } from '@tvarit/shared/contracts/digipin'
import { describePlace } from '@tvarit/shared/domain/places/describe-place'
import { townsAround } from '@tvarit/shared/domain/places/towns-around'
import type { DriverView } from '@tvarit/shared/contracts/dispatch'
import { DISPATCH_STATES } from '@tvarit/shared/contracts/dispatch-states'
import { clientScript, dispatchStyle } from './client-files.ts'
import type { Town } from './client/picture.ts'
import { pictureOf } from './client/picture-of-drive.ts'
import { offeredSteps } from './client/offered-steps.ts'
import { navigation } from './client/navigation.ts'
import { fill, plateText } from './client/wording.ts'
import { html, jsonForScript, type SafeHtml, trusted } from '../context/html.ts'
import { type Brand, extraStyle, renderLayout, scriptBlock } from './layout.ts'
import { pictureFigure } from './picture-figure.ts'
import type { DriverPageData } from './page-data.ts'

export interface DriverPageModel {
  token: string
  view: DriverView
  language: RideLanguage
  brand: Brand
  nonce: string
  /** The step could not be taken back any more. */
  too_late?: boolean
}

const script = trusted(clientScript('driver'))

/** The next step large, further ones below it, "I cannot come" last. Plain form buttons: they work without JavaScript. */
function stepButtons(view: DriverView, texts: DriverTexts): SafeHtml[] {
  return offeredSteps(view.next).map((step, index) => {
    const main = index === 0 && step !== 'DECLINED'
    const label = texts[`step_${step}`]
    return html`<button class="${main ? 'press go' : 'plain'}" name="step" value="${step}">
      ${main ? html`<b>${label}</b>` : label}
    </button>`
  })
}

function placeBox(view: DriverView, texts: DriverTexts, towns: readonly Town[]): SafeHtml {
  const known = view.latitude !== null && view.longitude !== null
  const point = `${view.latitude},${view.longitude}`
  const links = html`<div class="pair">
    <a class="plain" href="${navigation(view)}" rel="noreferrer">${texts.navigate}</a>
    <a class="plain" href="https://www.google.com/maps/search/?api=1&query=${point}" rel="noreferrer">${texts.map}</a>
  </div>`
  return html`<section class="box">
    <h2>${texts.place}</h2>
    <p id="landmark">${view.landmark ?? (!known && texts.no_place)}</p>
    ${
      known &&
      html`<p id="place-words">${describePlace(view)}</p>
        ${pictureFigure(pictureOf(view, null, towns, texts.place))}
        <p class="soft">${point}<br />DIGIPIN ${digipinOf(view.latitude!, view.longitude!)}</p>
        ${links}`
    }
  </section>`
}

function hospitalBox(view: DriverView, texts: DriverTexts): SafeHtml {
  const { hospital } = view
  return html`<section class="box" id="hospital" ${!hospital && html` hidden`}>
    <h2>${texts.hospital}</h2>
    <p id="hospital-name">${hospital?.name}</p>
    <div class="pair">
      <a class="plain" id="hospital-way" rel="noreferrer" href="${hospital && navigation(hospital)}"
        >${texts.navigate}</a
      >
      <a class="plain" id="hospital-call" href="${hospital && dialled(hospital.phone)}">${texts.call_hospital}</a>
    </div>
  </section>`
}

/** Who, where and where to: gone with the end of the dispatch. */
const drive = (view: DriverView, texts: DriverTexts, towns: readonly Town[]): SafeHtml =>
  html`<div id="drive">
    ${placeBox(view, texts, towns)} ${hospitalBox(view, texts)}
    <section class="box">
      <h2>${texts.person}</h2>
      <p>${view.first_name ?? texts.unknown_person}</p>
      <p id="people">${view.people > 1 && fill(texts.people, { n: view.people })}</p>
      ${view.bystander_phone && call(view.bystander_phone, texts.call_bystander)}
      <a class="plain" id="photo" href="${view.photo}" target="_blank" rel="noreferrer" ${!view.photo && html` hidden`}
        >${texts.photo}</a
      >
    </section>
  </div>`

const call = (number: string, label: string): SafeHtml => html`<a class="plain" href="${dialled(number)}">${label}</a>`

/** The page behind the driver's link: who, where, and one button for the next step. A complete document. */
export function renderDriverPage({ token, view, language, brand, nonce, too_late }: DriverPageModel): string {
  const texts = RIDE_TEXTS[language].driver
  const path = `/d/${token}`
  const open = view.next.length > 0
  const { place, hospital } = pictureOf(view, null, [], '')
  const towns = townsAround([place, hospital].filter((point) => point !== null))
  const main = html`<div role="status" aria-live="polite">
      <h1 id="headline">${texts[`head_${view.state === 'CANCELLED' ? 'DECLINED' : view.state}`]}</h1>
      <p id="note">${view.state === 'ASSIGNED' ? texts.note_ASSIGNED : open ? '' : texts.note_over}</p>
    </div>
    <form class="pair" id="form" method="post" action="${path}?lang=${language}">${stepButtons(view, texts)}</form>
    <form method="post" action="${path}?lang=${language}">
      <button class="plain" id="take-back" name="step" value="TAKE_BACK" ${view.take_back_ms <= 0 && html` hidden`}>
        ${texts.take_back}
      </button>
    </form>
    <p class="medical" id="trouble" role="alert" ${!too_late && html` hidden`}>${too_late && texts.take_back_late}</p>
    ${open && drive(view, texts, towns)}
    <section class="box">
      <p class="plate">${texts.vehicle}<br /><b>${plateText(view.vehicle_number)}</b></p>
      ${call(view.call_centre_phone, texts.call_centre)}
    </section>
    <section class="box" id="sharing" hidden>
      <p id="shared" role="status"></p>
      <button class="plain" id="share" type="button">${texts.share}</button>
    </section>`
  const data = jsonForScript({
    path,
    api: `/api/drive/${token}`,
    order: DISPATCH_STATES,
    view,
    texts,
    towns,
  } satisfies DriverPageData)
  return renderLayout({
    brand,
    language,
    languages: RIDE_LANGUAGES,
    nonce,
    title: `${texts.title} ${brand.name}`,
    state: open ? 'open' : 'closed',
    head: extraStyle(nonce, dispatchStyle),
    main,
    end: scriptBlock(nonce, data, script),
    reload_seconds: open && 15,
  })
}
