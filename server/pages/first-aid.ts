import { type FirstAidTexts, PUBLIC_TEXTS } from '@tvarit/shared/texts/public-texts'
import type { Language } from '@tvarit/shared/contracts/scan'
import { html, type SafeHtml, trusted } from '../context/html.ts'

/** The topics in their order on the page, each with its drawing: lines on 96 x 64, the person in ink, help in red. */
const DRAWINGS = {
  /** A forearm with a cloth on it, and two hands that press. */
  bleeding:
    '<path d="M4 40h88M4 54h88"/><path class="r" d="M30 40h36v7H30zM74 46v8m6-6v6"/><path d="M34 4l9 24M62 4l-9 24M36 28h24v8H36zM42 28v8m6-8v8m6-8v8"/>',
  /** A person on the back, another with straight arms on the middle of the chest. */
  no_breath:
    '<circle cx="12" cy="50" r="7"/><path d="M20 46h48l20 4M20 56h68"/><circle class="r" cx="32" cy="9" r="6"/><path class="r" d="M33 16 44 42M38 15l8 27M70 14v16m-6-6 6 6 6-6"/>',
  /** A person on the side, the upper knee bent, who breathes. */
  unconscious:
    '<circle cx="16" cy="42" r="8"/><path d="M24 40q22-8 34 2l16-10 8 22M24 50q14 8 34 4l28 2M30 46l-6 12h-10"/><path class="r" d="M4 30q4-5 0-10m7 8q5-6 0-13"/>',
  /** A head between two hands, held still. */
  neck: '<circle cx="48" cy="24" r="15"/><path d="M40 38v10H18v12M56 38v10h22v12"/><path class="r" d="M24 8q-10 16 0 32m-6-26-10-4m8 22-10 6M72 8q10 16 0 32m6-26 10-4m-8 22 10 6"/>',
  /** A tap, and water on a hand. */
  burns:
    '<path d="M6 14h34q10 0 10 10v4H40v-2q0-2-2-2H6zM22 14V5m-8 0h16"/><path class="r" d="M45 32v4m0 6v4m-7-8v4m14-4v4"/><path d="M20 58h44q8 0 12-6l10-4q-4-4-12 0l-8 3H34q-10 0-14 7"/>',
} as const
type Topic = keyof typeof DRAWINGS

function topic(name: Topic, { title, steps }: FirstAidTexts[Topic], open: boolean): SafeHtml {
  return html`<details class="aid" ${open ? html`open` : html`name="aid"`}>
    <summary><svg viewBox="0 0 96 64" aria-hidden="true">${trusted(DRAWINGS[name])}</svg><b>${title}</b></summary>
    <ol>
      ${steps.map((step) => html`<li>${step}</li>`)}
    </ol>
  </details>`
}

/**
 * What to do until help arrives, by what the bystander sees. It is in the page itself, so it stays there without a
 * network. `signed`: the doctor who answers for the texts, and the date. `open`: all of it at once.
 */
export function firstAid(
  language: Language,
  { signed, open = false }: { signed: string | undefined; open: boolean | undefined },
): SafeHtml {
  const texts = PUBLIC_TEXTS[language].first_aid
  const names = Object.keys(DRAWINGS) as Topic[]
  return html`<section class="box" id="first-aid">
    <h2>${texts.title}</h2>
    ${names.map((name) => topic(name, texts[name], open))}
    <p class="soft">${texts.sources} ${signed}</p>
  </section>`
}
