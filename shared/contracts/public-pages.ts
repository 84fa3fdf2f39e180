// Without zod: the landing page uses this.

/** The languages of the pages that visitors read before they subscribe. */
export const PUBLIC_LANGUAGES = ['en', 'hi'] as const
export type PublicLanguage = (typeof PUBLIC_LANGUAGES)[number]

export const isPublicLanguage = (code: unknown): code is PublicLanguage =>
  PUBLIC_LANGUAGES.some((language) => language === code)

interface PageHead {
  title: string
  description: string
}

interface PublicPage {
  en: PageHead
  /** Left out: the page speaks English only. */
  hi?: PageHead
  /** Stands in the sitemap. */
  listed?: true
}

/** What search engines and link previews say of a page, and what it shows until its script has come. */
export const PUBLIC_PAGES: Record<string, PublicPage> = {
  '/': {
    listed: true,
    en: {
      title: 'An ambulance, one scan away',
      description:
        'A QR sticker for car, phone or purse. One scan, one press: our call centre sends an ambulance and tells your family. One year on Basic or Gold.',
    },
    hi: {
      title: 'एक स्कैन पर एम्बुलेंस',
      description:
        'कार, फ़ोन या पर्स के लिए QR स्टिकर। एक स्कैन, एक बटन: कॉल सेंटर एम्बुलेंस भेजता है और परिवार को ख़बर देता है। बेसिक या गोल्ड, एक साल के लिए।',
    },
  },
  '/register': {
    listed: true,
    en: {
      title: 'Subscribe',
      description: 'Two minutes, with your sticker at hand. Your mobile number is confirmed by a code at the end.',
    },
  },
  '/userlogin': {
    en: { title: 'Login', description: 'Log in with your phone number and the code we send you by SMS.' },
  },
  '/login': {
    en: { title: 'Corporate Login', description: 'For staff and sales partners: log in with e-mail and password.' },
  },
  '/privacy': {
    listed: true,
    en: {
      title: 'Privacy policy',
      description:
        'What we keep about you, who gets it in an emergency, how long we keep it, and how you take it back.',
    },
    hi: {
      title: 'निजता नीति',
      description: 'हम आपके बारे में क्या रखते हैं, आपात स्थिति में वह किसे मिलता है, कितने समय तक रहता है और आप उसे कैसे वापस लेते हैं।',
    },
  },
  '/terms': {
    listed: true,
    en: {
      title: 'Terms and Conditions',
      description: 'What a subscription gives you, where it ends, and what we ask of you.',
    },
    hi: {
      title: 'नियम और शर्तें',
      description: 'सदस्यता में क्या मिलता है, उसकी सीमा कहाँ है, और हम आपसे क्या चाहते हैं।',
    },
  },
  '/refunds': {
    listed: true,
    en: {
      title: 'Refunds and cancellation',
      description: 'When you get your money back, how to cancel, and what happens to your sticker.',
    },
    hi: {
      title: 'पैसे की वापसी और रद्द करना',
      description: 'पैसे कब वापस मिलते हैं, सदस्यता कैसे रद्द करें, और स्टिकर का क्या होता है।',
    },
  },
  '/contact': {
    listed: true,
    en: {
      title: 'Contact',
      description: 'Who runs this service, how to reach us, and who hears your complaint.',
    },
    hi: {
      title: 'संपर्क',
      description: 'यह सेवा कौन चलाता है, हमसे कैसे बात करें, और शिकायत कौन सुनता है।',
    },
  },
}

/** Who the company is, and its rules. */
export const COMPANY_PAGES = ['/privacy', '/terms', '/refunds', '/contact'] as const

/** The one sentence about treatment: landing page, terms dialog and terms say the same. */
export const TREATMENT = {
  en: 'Basic and Gold do not pay for treatment. Upgrade plans cover free treatment at leading hospitals and have terms of their own: ask us which hospitals and which treatment before you pay.',
  hi: 'बेसिक और गोल्ड इलाज का ख़र्च नहीं देते। अपग्रेड प्लान में जाने-माने अस्पतालों में मुफ़्त इलाज शामिल है और उनकी अपनी शर्तें हैं: कौन से अस्पताल और कौन सा इलाज, यह पैसे देने से पहले हमसे पूछें।',
} as const

/** `₹499 a year, all taxes included`. */
export const priceText = (rupees: number, language: PublicLanguage): string =>
  language === 'hi' ? `एक साल के ${inRupees(rupees)}, सभी कर सहित` : `${inRupees(rupees)} a year, all taxes included`

/** `₹1,00,000`: as India groups digits, by arithmetic: formats of old browsers differ. */
export function inRupees(rupees: number): string {
  const [, high = '', low = ''] = /^(\d*?)(\d{1,3})$/.exec(String(rupees)) ?? []
  return `₹${high && `${high.replace(/\B(?=(\d{2})+$)/g, ',')},`}${low}`
}
