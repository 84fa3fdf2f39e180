import type { Prices } from './plans.ts'
import { priceText, type PublicLanguage } from './public-pages.ts'

interface Question {
  title: string
  text: string
}

/** The questions of the landing page, which search engines read as data, too. */
export function publicQuestions(language: PublicLanguage, { BASIC, GOLD }: Prices): readonly Question[] {
  const { names, ask, list } = TEXTS[language]
  const known = BASIC !== null && GOLD !== null
  const cost = known ? `${names[0]}: ${priceText(BASIC, language)}. ${names[1]}: ${priceText(GOLD, language)}.` : ask
  return list(cost)
}

const english = (cost: string): readonly Question[] => [
  {
    title: 'Does this replace 112 or 108?',
    text: 'No. Calling 112 or 108 is always right, and the page that a scan opens shows both numbers at all times. The sticker is for the moment when you cannot speak for yourself: it tells us who you are, and it tells your family.',
  },
  {
    title: 'What exactly is free?',
    text: 'One ambulance ride to a hospital in each one-year term: up to 10 km on Basic, up to 15 km on Gold. A longer way or a second ride is not; ask for the price before you go. A limit never stops help from being sent.',
  },
  {
    title: 'What does it cost, and can I get my money back?',
    text: `${cost} Nothing renews on its own. A sticker that nobody has registered is refunded within 14 days, a new subscription within 7 days as long as no alert was raised.`,
  },
  {
    title: 'What does a person see who scans my sticker?',
    text: 'The last four characters of its serial number, one big button, 112 and 108. Your first name only if you allow it. Never your address, your contacts or your plan.',
  },
  {
    title: 'What if that phone has no network or no location?',
    text: 'The page keeps the press, sends it as soon as the network is back, and says plainly to call 112 meanwhile. Without a location, a landmark can be typed: a shop, a temple, a kilometre stone. The alert goes out either way.',
  },
  {
    title: 'Who sees my health information?',
    text: 'The call-centre staff and the hospital we send the link to. Each look is logged. Your contacts never get it, and a person who scans sees none of it unless you choose to show one line.',
  },
  {
    title: 'What happens after a year?',
    text: 'Your subscription ends; it does not renew on its own. A scan still reaches our call centre with the same urgency, but the ride is no longer covered. When you renew, the sticker stays the same.',
  },
  {
    title: 'Where do I get a sticker?',
    text: 'From one of our retailers, or from us: call or write. Each sticker carries a serial number, which you enter when you subscribe.',
  },
  {
    title: 'Can I leave?',
    text: 'Yes, by yourself on your profile page, or by telling us. Your data is erased and your consent ends. Without the data we can no longer help you by sticker.',
  },
]

const hindi = (cost: string): readonly Question[] => [
  {
    title: 'क्या यह 112 या 108 की जगह लेता है?',
    text: 'नहीं। 112 या 108 पर फ़ोन करना हमेशा सही है, और स्कैन से खुलने वाले पेज पर दोनों नंबर हर समय दिखते हैं। स्टिकर उस पल के लिए है जब आप ख़ुद बोल न सकें: वह हमें बताता है कि आप कौन हैं, और आपके परिवार को ख़बर देता है।',
  },
  {
    title: 'मुफ़्त असल में क्या है?',
    text: 'हर एक साल की अवधि में अस्पताल तक एम्बुलेंस की एक यात्रा: बेसिक में 10 किमी तक, गोल्ड में 15 किमी तक। ज़्यादा दूरी या दूसरी यात्रा नहीं; चलने से पहले दाम पूछ लें। सीमा की वजह से मदद कभी नहीं रुकती।',
  },
  {
    title: 'कितना ख़र्च है, और क्या पैसे वापस मिल सकते हैं?',
    text: `${cost} कुछ भी अपने आप आगे नहीं बढ़ता। जो स्टिकर चालू नहीं हुआ, उसके पैसे 14 दिन में वापस; नई सदस्यता के 7 दिन में, अगर कोई सूचना नहीं आई।`,
  },
  {
    title: 'मेरा स्टिकर स्कैन करने वाले को क्या दिखता है?',
    text: 'सीरियल नंबर के आख़िरी चार अक्षर, एक बड़ा बटन, 112 और 108। आपका पहला नाम सिर्फ़ तब, जब आप अनुमति दें। आपका पता, आपके लोग या आपका प्लान कभी नहीं।',
  },
  {
    title: 'उस फ़ोन में नेटवर्क या लोकेशन न हो तो?',
    text: 'पेज दबाया हुआ बटन याद रखता है, नेटवर्क आते ही सूचना भेजता है और तब तक साफ़ कहता है कि 112 पर फ़ोन करें। लोकेशन न हो तो पहचान लिख सकते हैं: दुकान, मंदिर, किलोमीटर का पत्थर। सूचना हर हाल में जाती है।',
  },
  {
    title: 'मेरी सेहत की जानकारी कौन देखता है?',
    text: 'कॉल सेंटर के कर्मचारी और वह अस्पताल जिसे हम लिंक भेजते हैं। हर बार देखना दर्ज होता है। आपके लोगों को यह कभी नहीं मिलती, और स्कैन करने वाले को कुछ नहीं दिखता, जब तक आप ख़ुद एक पंक्ति दिखाना न चुनें।',
  },
  {
    title: 'एक साल के बाद क्या होता है?',
    text: 'सदस्यता ख़त्म हो जाती है; वह अपने आप आगे नहीं बढ़ती। स्कैन तब भी उतनी ही तेज़ी से हमारे कॉल सेंटर तक पहुँचता है, पर यात्रा शामिल नहीं रहती। दोबारा सदस्य बनने पर स्टिकर वही रहता है।',
  },
  {
    title: 'स्टिकर कहाँ मिलेगा?',
    text: 'हमारे किसी विक्रेता से, या हमसे: फ़ोन करें या लिखें। हर स्टिकर पर सीरियल नंबर होता है, जो सदस्य बनते समय भरना होता है।',
  },
  {
    title: 'क्या मैं छोड़ सकता हूँ?',
    text: 'हाँ, अपने प्रोफ़ाइल पेज पर ख़ुद, या हमें बताकर। आपका डेटा मिटा दिया जाता है और आपकी सहमति ख़त्म हो जाती है। डेटा के बिना हम स्टिकर से आपकी मदद नहीं कर सकेंगे।',
  },
]

const TEXTS = {
  en: { names: ['Basic', 'Gold'], ask: 'For the fee call or write to us.', list: english },
  hi: { names: ['बेसिक', 'गोल्ड'], ask: 'शुल्क जानने के लिए हमें फ़ोन करें या लिखें।', list: hindi },
} as const
