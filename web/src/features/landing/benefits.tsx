import type { ReactNode } from 'react'
import { CoinArt, HospitalArt, MessageArt, RecordArt } from './art/benefit-art.tsx'
import { Ambulance, Drawing } from './art/parts.tsx'
import styles from './benefits.module.css'
import landing from './landing.module.css'
import type { LandingTexts, Titled } from './texts/landing-texts.ts'

export function Benefits({ texts }: { texts: LandingTexts }) {
  const { benefits } = texts
  return (
    <section className={landing.section} aria-labelledby="benefits-title" id="benefits">
      <h2 id="benefits-title">{benefits.title}</h2>
      <div className={styles.grid}>
        <article className={styles.ride} data-promise>
          <Drawing box="0 0 210 107" className={styles.van ?? ''}>
            <Ambulance x={0} y={0} word={texts.now.ambulance} />
          </Drawing>
          <div>
            <h3>{benefits.free.title}</h3>
            <p>{benefits.free.text}</p>
          </div>
          <ul className={styles.figures}>
            {benefits.figures.map(({ figure, unit, name }) => (
              <li key={name}>
                <b>
                  {figure}
                  <small> {unit}</small>
                </b>
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </article>
        <Benefit benefit={benefits.fee}>
          <CoinArt />
        </Benefit>
        <Benefit benefit={benefits.family}>
          <MessageArt />
        </Benefit>
        <Benefit benefit={benefits.hospital}>
          <RecordArt />
        </Benefit>
        <Benefit benefit={benefits.upgrade} promise>
          <HospitalArt />
        </Benefit>
      </div>
    </section>
  )
}

function Benefit({ benefit, promise, children }: { benefit: Titled; promise?: true; children: ReactNode }) {
  return (
    <article className={styles.benefit} data-promise={promise}>
      {children}
      <div>
        <h3>{benefit.title}</h3>
        <p>{benefit.text}</p>
      </div>
    </article>
  )
}
