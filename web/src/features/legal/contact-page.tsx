import { EmailLink } from '../../components/email-link.tsx'
import { PhoneLink } from '../../components/phone-link.tsx'
import { brand } from '../../lib/brand.ts'
import LegalPage from './legal-page.tsx'
import styles from './legal.module.css'

/** Who runs the service and how to reach them: all of it settings. */
export default function ContactPage({ path }: { path: string }) {
  const { company, officer } = brand
  return (
    <LegalPage path={path}>
      {({ contact: words, unset }) => (
        <dl className={styles.facts}>
          <dt>{words.company}</dt>
          <dd>{company.name || unset}</dd>
          <dt>{words.registered}</dt>
          <dd>{company.address || unset}</dd>
          {company.cin ? (
            <>
              <dt>{words.cin}</dt>
              <dd>{company.cin}</dd>
            </>
          ) : null}
          <dt>{words.email}</dt>
          <dd>{brand.email ? <EmailLink email={brand.email} /> : unset}</dd>
          <dt>{words.phone}</dt>
          <dd>{brand.phone ? <PhoneLink phone={brand.phone} /> : unset}</dd>
          <dt>{words.office}</dt>
          <dd>
            {brand.address || unset}{' '}
            {brand.map_url ? (
              <a href={brand.map_url} target="_blank" rel="noopener noreferrer">
                {words.map}
              </a>
            ) : null}
          </dd>
          <dt>{words.officer}</dt>
          <dd>
            {officer.name || unset}
            {officer.email ? (
              <>
                <br />
                <EmailLink email={officer.email} />
              </>
            ) : null}
            {officer.phone ? (
              <>
                <br />
                <PhoneLink phone={officer.phone} />
              </>
            ) : null}
          </dd>
        </dl>
      )}
    </LegalPage>
  )
}
