import { COMPANY_PAGES, PUBLIC_PAGES, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { EmailLink } from '../../components/email-link.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { BrandMark } from '../../components/plain/brand-mark.tsx'
import { Fact } from '../../components/plain/fact.tsx'
import { brand } from '../../lib/brand.ts'
import styles from './landing.module.css'
import type { LandingTexts } from './texts.ts'

/** Who runs this, how to reach them, and 112 once more. What the settings leave empty is left out. */
export function Footer({ texts, language }: { texts: LandingTexts; language: PublicLanguage }) {
  const { footer } = texts
  const place = (
    <>
      <address>{brand.address}</address>
      {brand.map_url ? (
        <a href={brand.map_url} target="_blank" rel="noopener noreferrer">
          {footer.map} <span className="visually-hidden">{footer.new_window}</span>
        </a>
      ) : null}
    </>
  )
  return (
    <footer className={`${styles.footer} ${styles.dusk}`}>
      <div className={styles.inner}>
        <div>
          <div className={styles.brand}>
            <BrandMark size={40} />
            {brand.name}
          </div>
          {brand.company.name ? <p>{brand.company.name}</p> : null}
          <p className={styles.note}>{footer.promise}</p>
          <p className={styles.numbers}>
            <a href="tel:112">112</a> <a href="tel:108">108</a>
          </p>
        </div>
        <div>
          <h2>{footer.contact}</h2>
          <dl>
            <Fact name={footer.email}>{brand.email && <EmailLink email={brand.email} />}</Fact>
            <Fact name={footer.phone}>{brand.phone && <PhoneLink phone={brand.phone} />}</Fact>
            <Fact name={footer.address}>{brand.address && place}</Fact>
          </dl>
        </div>
        <nav aria-labelledby="footer-legal">
          <h2 id="footer-legal">{footer.legal}</h2>
          {COMPANY_PAGES.map((path) => (
            <a key={path} href={path}>
              {PUBLIC_PAGES[path]![language]!.title}
            </a>
          ))}
        </nav>
        <nav aria-labelledby="footer-account">
          <h2 id="footer-account">{footer.ways_in}</h2>
          <a href="/register">{texts.subscribe}</a>
          <a href="/userlogin">{texts.login}</a>
          <a href="/login">{footer.corporate}</a>
        </nav>
      </div>
    </footer>
  )
}
