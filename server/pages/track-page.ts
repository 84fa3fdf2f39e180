import { RIDE_TEXTS, RIDE_LANGUAGES, type RideLanguage } from '@tvarit/shared/texts/public-texts'
import { dialled } from '@tvarit/shared/contracts/phone-numbers'
import { describePlace } from '@tvarit/shared/domain/places/describe-place'
import { townsAround } from '@tvarit/shared/domain/places/towns-around'
import { LIMITS } from '@tvarit/shared/contracts/limits'
import type { TrackView } from '@tvarit/shared/contracts/dispatch'
import { clientScript, dispatchStyle } from './client-files.ts'
import { describeTrack } from './client/describe-track.ts'
import { fill, plateText } from './client/wording.ts'
import { html, jsonForScript, trusted } from '../context/html.ts'
import { type Brand, extraStyle, renderLayout, scriptBlock } from './layout.ts'
import { pictureFigure } from './picture-figure.ts'
import type { TrackPageData } from './page-data.ts'

export interface TrackPageModel {
  token: string
  view: TrackView
  language: RideLanguage
  brand: Brand
  nonce: string
}

/** Where the page's script does not run. */
const RELOAD_SECONDS = 15

const script = trusted(clientScript('track'))

/** The relatives' page: what happens, where the ambulance is, and whom to call. No health data. */
export function renderTrackPage({ token, view, language, brand, nonce }: TrackPageModel): string {
  const texts = RIDE_TEXTS[language].track
  const path = `/t/${token}`
  const described = describeTrack(view, texts)
  const { place, car, hospital } = described.picture ?? {}
  const towns = townsAround([place, car, hospital].filter((point) => point != null))
  const hidden = (absent: unknown) => (absent ? html` hidden` : '')
  const call = (id: string, number: string, label: string) =>
    html`<a class="plain" id="${id}" href="${dialled(number)}" ${hidden(!number)}>${label}</a>`
  const main = html`<div role="status" aria-live="polite">
      <h1 id="headline">${described.headline}</h1>
      <p id="note">${described.note}</p>
    </div>
    ${
      view.confirmed !== null &&
      html`<form id="confirm" method="post" action="${path}?lang=${language}" ${hidden(view.confirmed)}>
          <button class="plain">${texts.confirm}</button>
        </form>
        <p class="soft" id="confirmed" ${hidden(!view.confirmed)}>${texts.confirmed}</p>`
    }
    <p class="plate" id="plate" ${hidden(!described.plate)}>
      ${texts.vehicle}<br /><b id="plate-number">${plateText(described.plate)}</b>
    </p>
    <p id="driver">${described.driver}</p>
    ${call('call-driver', described.driver_phone, texts.call_driver)}
    ${pictureFigure(described.picture && { ...described.picture, towns, label: described.position })}
    <p class="soft" id="position">${described.position}</p>
    <section class="box">
      <p>${described.raised}</p>
      <p id="taken">${described.taken}</p>
      ${
        view.place &&
        html`<p>${texts.place}: ${placeText(view.place)}</p>
          <a
            class="plain"
            rel="noreferrer"
            href="https://www.google.com/maps/search/?api=1&query=${view.place.latitude},${view.place.longitude}"
            >${texts.map}</a
          >`
      }
      <p id="hospital">${described.hospital}</p>
      ${call('call-hospital', view.hospital?.phone ?? '', texts.call_hospital)}
      ${call('call-centre', view.call_centre_phone, texts.call_centre)}
    </section>
    <p class="soft" id="live" ${hidden(!described.open)}>${texts.updates_itself}</p>
    <p class="soft">${fill(texts.link_ends, { n: LIMITS.track_link_hours })}</p>`
  const data = jsonForScript({ path, api: `/api/track/${token}/`, view, texts, towns } satisfies TrackPageData)
  return renderLayout({
    brand,
    language,
    languages: RIDE_LANGUAGES,
    nonce,
    title: `${fill(texts.title, { name: view.first_name })} ${brand.name}`,
    state: described.open ? 'open' : 'closed',
    head: html`${extraStyle(nonce, dispatchStyle)}
    ${described.open && html`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}" /></noscript>`}`,
    main,
    end: scriptBlock(nonce, data, script),
    reload_seconds: described.open && RELOAD_SECONDS,
  })
}

/** The landmark that was typed and the place in words; the coordinates where there are neither. */
function placeText(place: NonNullable<TrackView['place']>): string {
  const words = [place.landmark, describePlace(place)].filter(Boolean).join(', ')
  return words || `${place.latitude}, ${place.longitude}`
}
