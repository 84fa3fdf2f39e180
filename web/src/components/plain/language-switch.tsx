import { PUBLIC_LANGUAGES, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { OWN_NAMES, setLanguage } from '../../lib/page-language.ts'

/** One button for each language of a page. */
export function LanguageSwitch({ now, label, className }: { now: PublicLanguage; label: string; className?: string }) {
  return (
    <div className={className} role="group" aria-label={label}>
      {PUBLIC_LANGUAGES.map((each) => (
        <button key={each} type="button" lang={each} aria-pressed={each === now} onClick={() => setLanguage(each)}>
          {OWN_NAMES[each]}
        </button>
      ))}
    </div>
  )
}
