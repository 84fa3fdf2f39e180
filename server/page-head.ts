import { priceText, PUBLIC_LANGUAGES, PUBLIC_PAGES, type PublicLanguage } from '@tvarit/shared/contracts/public-pages'
import { publicQuestions } from '@tvarit/shared/contracts/public-questions'
import { PLAN_NAMES, PLANS } from '@tvarit/shared/contracts/plans'
import { html, jsonForScript, type SafeHtml } from './context/html.ts'
import type { PublicFacts } from '@tvarit/shared/contracts/public-facts'

interface PageModel {
  /** As the route table has it, with placeholders. */
  route: string
  language: PublicLanguage
  facts: PublicFacts
  /** PUBLIC_URL. */
  base: string
}

const addressOf = (base: string, route: string, language: PublicLanguage): string =>
  `${base}${route}${language === 'en' ? '' : `?lang=${language}`}`

/** The language of a page: its own where it has it, else English. */
export const languageOfPage = (route: string, wanted: unknown): PublicLanguage =>
  wanted === 'hi' && PUBLIC_PAGES[route]?.hi ? 'hi' : 'en'

/** Title, description, links to the other language, preview picture and structured data; of office pages the title. */
export function pageHead({ route, language, facts, base }: PageModel): SafeHtml {
  const page = PUBLIC_PAGES[route]
  const words = page?.[language]
  if (!page || !words) return html`<title>${facts.name}</title><meta name="robots" content="noindex" />`
  const title = `${words.title} · ${facts.name}`
  const here = addressOf(base, route, language)
  return html`<title>${title}</title>
    <meta name="description" content="${words.description}" />
    <link rel="canonical" href="${here}" />
    ${page.hi && PUBLIC_LANGUAGES.map((each) => html`<link rel="alternate" hreflang="${each}-IN" href="${addressOf(base, route, each)}" />`)}
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${facts.name}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${words.description}" />
    <meta property="og:url" content="${here}" />
    <meta property="og:locale" content="${language}_IN" />
    <meta property="og:image" content="${base}/share.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta name="twitter:card" content="summary_large_image" />
    ${route === '/' && structuredData(language, facts, base)}`
}

/** Company, service with its prices, and questions: nothing that the page itself does not say. */
function structuredData(language: PublicLanguage, facts: PublicFacts, base: string): SafeHtml {
  const { company, prices } = facts
  const organization = {
    '@type': 'Organization',
    '@id': `${base}/#organization`,
    name: facts.name,
    ...(company.name && { legalName: company.name }),
    url: `${base}/`,
    logo: `${base}/icon-512.png`,
    email: facts.email,
    telephone: facts.phone,
    address: company.address || facts.address,
  }
  const service = {
    '@type': 'Service',
    name: facts.name,
    serviceType: PUBLIC_PAGES['/']![language]!.title,
    description: PUBLIC_PAGES['/']![language]!.description,
    areaServed: { '@type': 'Country', name: 'India' },
    provider: { '@id': organization['@id'] },
    offers: PLANS.flatMap((plan) => {
      const price = prices[plan]
      if (price === null) return []
      return [
        {
          '@type': 'Offer',
          name: PLAN_NAMES[plan],
          price,
          priceCurrency: 'INR',
          description: priceText(price, language),
        },
      ]
    }),
  }
  const questions = {
    '@type': 'FAQPage',
    inLanguage: `${language}-IN`,
    mainEntity: publicQuestions(language, prices).map(({ title, text }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  }
  return html`<script type="application/ld+json">
    ${jsonForScript({ '@context': 'https://schema.org', '@graph': [organization, service, questions] })}
  </script>`
}

const HELP = {
  en: ['In an emergency call', 'or', 'This service does not replace them.'],
  hi: ['आपात स्थिति में', 'या', 'पर फ़ोन करें। यह सेवा उनकी जगह नहीं लेती।'],
} as const

/** What a public page shows until its script has come: what it is, and 112. */
export function initialContent({ route, language, facts }: Omit<PageModel, 'base'>): SafeHtml {
  const words = PUBLIC_PAGES[route]?.[language]
  if (!words) return html``
  const [call, or, note] = HELP[language]
  return html`<main id="first" data-route="${route}">
    <p><b>${facts.name}</b></p>
    <h1>${words.title}</h1>
    <p>${words.description}</p>
    <p>${call} <a href="tel:112">112</a> ${or} <a href="tel:108">108</a>. ${note}</p>
  </main>`
}

/** Pages that only their holders should find, and where the list of the others is. */
export const robotsText = (base: string): string =>
  [
    '# The pages behind stickers and links are for the person who holds them.',
    'User-agent: *',
    ...['s', 'a', 'd', 't', 'h', 'c', 'api', 'trpc'].map((folder) => `Disallow: /${folder}/`),
    '',
    `Sitemap: ${base}/sitemap.xml`,
    '',
  ].join('\n')

export function siteMap(base: string): string {
  const listed = Object.entries(PUBLIC_PAGES).filter(([, page]) => page.listed)
  const addresses = listed.flatMap(([route, page]) =>
    PUBLIC_LANGUAGES.filter((language) => page[language]).map((language) => addressOf(base, route, language)),
  )
  const entries = addresses.map((address) => html`<url><loc>${address}</loc></url>`)
  return html`<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      >${entries}</urlset
    >`.markup
}
