import { PUBLIC_LANGUAGES, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { OWN_NAMES, setLanguage } from '../../lib/page-language.ts'

/** One button for each language of a page. Its style is in `base.css`, as a file more would cost a round trip. */
export function LanguageSwitch({ now, label }: { now: PublicLanguage; label: string }) {
  return (
    <div className="languages" role="group" aria-label={label}>
      {PUBLIC_LANGUAGES.map((each) => (
        <button key={each} type="button" lang={each} aria-pressed={each === now} onClick={() => setLanguage(each)}>
          {OWN_NAMES[each]}
        </button>
      ))}
    </div>
  )
}
