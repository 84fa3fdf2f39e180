import { RIDE_TEXTS, RIDE_LANGUAGES, type RideLanguage, type HandoverTexts } from '@tvarit/shared/texts/public-texts'
import { digipinOf } from '@tvarit/shared/contracts/digipin'
import { ageOn, dayText, indianDate, indianDay } from '@tvarit/shared/contracts/indian-time'
import { dialled, spokenPhone } from '@tvarit/shared/contracts/phone-numbers'
import { describePlace } from '@tvarit/shared/domain/places/describe-place'
import type { HandoverPage } from '@tvarit/shared/contracts/handover'
import type { HandoverData } from '@tvarit/shared/domain/handover/open-handover'
import { clientScript, handoverStyle } from './client-files.ts'
import { describeHandover } from './client/describe-handover.ts'
import { clockTime, fill, plateText } from './client/wording.ts'
import { html, jsonForScript, type SafeHtml, trusted } from '../context/html.ts'
import { type Brand, extraStyle, renderLayout, scriptBlock } from './layout.ts'
import type { HandoverPageData } from './page-data.ts'

export interface HandoverPageModel {
  token: string
  page: HandoverPage
  /** The health data, after the press; null before it. */
  data: HandoverData | null
  language: RideLanguage
  brand: Brand
  nonce: string
}

const script = trusted(clientScript('handover'))

/** A number as it is read aloud; it does not break at the end of a line. */
const whole = (number: string): string => spokenPhone(number).replaceAll(' ', '\u00a0')

const call = (number: string, label: string) => html`<a class="plain" href="${dialled(number)}">${label}</a>`

/** The button before the press. A plain form: what only looks at links does not press it. */
const gate = (path: string, texts: HandoverTexts, language: RideLanguage): SafeHtml =>
  html`<form id="gate" method="post" action="${path}?lang=${language}">
    <button class="press open"><b>${texts.open}</b></button>
    <p class="soft">${texts.open_note}</p>
  </form>`

function health(data: HandoverData, texts: HandoverTexts): SafeHtml {
  const { photo, contacts, page } = data
  const alt = fill(texts.photo, { name: data.name })
  const image = photo && html`<img src="data:image/jpeg;base64,${photo.toString('base64')}" alt="${alt}" />`
  return html`<div id="health">
    <div class="patient">
      ${image}
      <div>${call(data.phone, `${texts.call_patient}: ${whole(data.phone)}`)}</div>
    </div>
    <section class="summary">
      <h2>${texts.patient}</h2>
      <p>${patientText(data.health, texts)}</p>
      <h2>${texts.blood_group}</h2>
      <p>${data.health.blood_group ?? texts.none}</p>
      <h2>${texts.allergies}</h2>
      <p>${data.health.allergies ?? texts.none}</p>
      <h2>${texts.conditions}</h2>
      <p>${data.health.health_conditions ?? texts.none}</p>
      <h2>${texts.medicines}</h2>
      <p>${data.health.medicines ?? texts.none}</p>
    </section>
    <section class="box">
      <h2>${texts.contacts}</h2>
      ${contacts.length === 0 && html`<p>${texts.no_contacts}</p>`}
      ${contacts.map((contact) => call(contact.mobile, contactText(contact, texts)))}
    </section>
    <section class="box">
      <h2>${texts.what}</h2>
      <p>${fill(texts.what_text, { time: clockTime(page.raised_at) })}</p>
      ${place(data, texts)}
    </section>
    <button class="plain screen" id="print" type="button" hidden>${texts.print}</button>
  </div>`
}

/** `Female, 40 years (12 Apr 1986)`, as far as it was given. */
function patientText({ sex, date_of_birth }: HandoverData['health'], texts: HandoverTexts): string {
  const age =
    date_of_birth &&
    `${fill(texts.years, { n: ageOn(date_of_birth, indianDay(Date.now())) })} (${dayText(date_of_birth)})`
  return [sex && texts[`sex_${sex}`], age].filter(Boolean).join(', ') || texts.none
}

/** `Meena Kumar (Spouse): 98765 43210`; the friends are not numbered here. */
function contactText({ relation, name, mobile }: HandoverData['contacts'][number], texts: HandoverTexts): string {
  const [kind] = relation.split(' ') as ['Spouse' | 'Relative' | 'Friend']
  const known_as = texts[`relation_${kind}`]
  return `${name ? `${name} (${known_as})` : known_as}: ${whole(mobile)}`
}

function place(data: HandoverData, texts: HandoverTexts): SafeHtml {
  const { landmark, latitude, longitude } = data
  const known = latitude !== null && longitude !== null
  const point = `${latitude},${longitude}`
  const digipin = known && digipinOf(latitude, longitude)
  return html`<p>
      ${texts.place}:
      ${[landmark, describePlace(data), known && point, digipin && `DIGIPIN ${digipin}`].filter(Boolean).join(', ') || texts.no_place}
    </p>
    ${
      known &&
      html`<a class="plain screen" rel="noreferrer" href="https://www.google.com/maps/search/?api=1&query=${point}"
        >${texts.map}</a
      >`
    }`
}

/** The page behind a hospital's link: whose data waits and where the ambulance is, after a press the data itself. */
export function renderHandoverPage({ token, page, data, language, brand, nonce }: HandoverPageModel): string {
  const texts = RIDE_TEXTS[language].handover
  const described = describeHandover(page, texts)
  const path = `/h/${token}`
  const until = `${indianDate(page.expires_at)}, ${clockTime(page.expires_at)}`
  const main = html`<div class="head">
      <div role="status" aria-live="polite">
        <h1 id="headline">${data ? data.name : fill(texts.headline, { name: page.first_name })}</h1>
        <p id="note">${fill(texts.for_hospital, { hospital: page.hospital })}</p>
      </div>
      <div class="medical" id="arrival" role="status" aria-live="polite">
        <p id="state">${described.state}</p>
        <p id="eta">${described.eta}</p>
      </div>
    </div>
    ${data ? health(data, texts) : gate(path, texts, language)}
    <section class="box" id="ambulance" ${!described.plate && html` hidden`}>
      <h2>${texts.ambulance}</h2>
      <p class="plate"><b id="plate-number">${plateText(described.plate)}</b></p>
      ${
        data?.driver_phone &&
        html`<a class="plain" id="call-driver" data-plate="${described.plate}" href="${dialled(data.driver_phone)}"
          >${texts.call_driver}: ${whole(data.driver_phone)}</a
        >`
      }
    </section>
    <section class="box">
      <p>${fill(texts.raised_at, { id: page.alert_id, time: clockTime(page.raised_at) })}</p>
      <p id="sent">${fill(texts.sent_at, { time: clockTime(page.sent_at), until })}</p>
      ${call(page.call_centre_phone, `${texts.call_centre}: ${whole(page.call_centre_phone)}`)}
    </section>
    <p class="soft" id="live"></p>`
  const forScript = jsonForScript({ api: `/api/handover/${token}/`, page, texts } satisfies HandoverPageData)
  return renderLayout({
    brand,
    language,
    // After the press another language would need another press, which counts.
    languages: data ? [language] : RIDE_LANGUAGES,
    nonce,
    title: `${texts.title} ${brand.name}`,
    state: data ? 'shown' : 'open',
    head: extraStyle(nonce, handoverStyle),
    main,
    end: scriptBlock(nonce, forScript, script),
    // After the press only once: then the link has ended, and the data leaves the page.
    reload_seconds: data ? page.seconds_left : 30,
  })
}

interface NoticeModel extends Pick<HandoverPageModel, 'language' | 'brand' | 'nonce'> {
  /** `dead`: whatever the reason. `often`: the link, or wrong links from here, were asked for too often. */
  reason: 'dead' | 'often'
}

/** Why there is nothing behind a hospital's link, and whom to call. A complete document. */
export function renderHandoverNotice({ reason, language, brand, nonce }: NoticeModel): string {
  const texts = RIDE_TEXTS[language].handover
  const head = reason === 'dead' ? texts.over_head : texts.often_head
  const main = html`<h1>${head}</h1>
    <p>${reason === 'dead' ? texts.dead_note : texts.often_note}</p>
    ${brand.call_centre_phone && call(brand.call_centre_phone, `${texts.call_centre}: ${whole(brand.call_centre_phone)}`)}`
  return renderLayout({ brand, language, languages: RIDE_LANGUAGES, nonce, title: `${head} ${brand.name}`, main })
}
