import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const te: MessageTexts = {
  relative_alert: 'అత్యవసరం: {time}కి {name} కోసం {brand}కు సమాచారం వచ్చింది. స్థలం: {place}. చూడండి: {url} ఫోన్: {call_back}',
  relative_dispatch:
    '{name} కోసం అంబులెన్స్ {vehicle}ను రమ్మని చెప్పాము. డ్రైవర్ {driver_name}, {driver_phone}. సుమారు {eta_minutes} నిమిషాలు. {url}',
  relative_dispatch_no_eta: '{name} కోసం అంబులెన్స్ {vehicle}ను రమ్మని చెప్పాము. డ్రైవర్ {driver_name}, {driver_phone}. {url}',
  relative_dispatch_outside: '{name} కోసం {provider} అంబులెన్స్‌ను పిలిచాము. చూడండి: {url} ప్రశ్నలకు: {call_back}',
  relative_hospital: '{name}ను {hospital}కు తీసుకెళ్తారు. ఆసుపత్రి ఫోన్ {hospital_phone}.',
  relative_all_clear: '{name} కోసం {time} సమాచారం ముగిసింది: అంబులెన్స్ అవసరం లేదు. ప్రశ్నలకు: {call_back}',
  relative_attended: '{name} కోసం {time} సమాచారంపై మా బృందం పనిచేసి ముగించింది. ప్రశ్నలకు: {call_back}',
  contact_check:
    '{brand}: {name} మిమ్మల్ని అత్యవసర పరిచయంగా ఇచ్చారు. SMS, WhatsApp, భాష ఎంచుకోండి: {url} మీరు కాదా? ఫోన్ చేయండి {call_back}',
  driver_dispatch: '{brand}: అంబులెన్స్ {vehicle}, మీరు కావాలి: సమాచారం {alert_id}, {place}. అంగీకరించండి: {url} ఫోన్: {call_back}',
  driver_called_back: 'వెనక్కి రండి: సమాచారం {alert_id}కు అంబులెన్స్ {vehicle} ఇక అవసరం లేదు. {brand}, ప్రశ్నలకు: {call_back}',
  hospital_handover: '{brand} సమాచారం {alert_id}: {hospital} కోసం ఒక రోగి ఆరోగ్య వివరాలు. తెరవండి: {url} ఫోన్: {call_back}',
  relative_alert_call:
    'ఇది {brand} అత్యవసర ఫోన్. {time}కి {name} కోసం సమాచారం వచ్చింది. స్థలం: {place}. సమాచారం మా కాల్ సెంటర్ వద్ద ఉంది. విన్నట్లయితే 1 నొక్కండి. ప్రశ్నలకు ఫోన్ చేయండి {call_back}.',
  driver_dispatch_call:
    'ఇది {brand}. అంబులెన్స్ {vehicle}, సమాచారం {alert_id} కోసం మీరు కావాలి. స్థలం: {place}. SMS లింక్ తెరిచి అంగీకరించండి. విన్నట్లయితే 1 నొక్కండి.',
  staff_escalation_call:
    'ఇది {brand} అలారం. ఎవరూ తీసుకోని సమాచారాల సంఖ్య: {count}. మొదటిది {time} నుండి వేచి ఉంది. బోర్డు తెరవండి. విన్నట్లయితే 1 నొక్కండి.',
  on_call_test: 'ఇది {brand} పరీక్ష ఫోన్. అత్యవసరం ఏమీ లేదు. విన్నట్లయితే 1 నొక్కండి.',
  call_confirmed: 'ధన్యవాదాలు. మీరు విన్నారని {brand} నమోదు చేసింది.',

  words: {
    your_relative: 'మీ బంధువు',
    your_relative_first: 'మీ బంధువు',
    place_not_known: 'స్థలం తెలియదు',
    vehicle_on_call: 'విధుల్లో',
    driver_on_duty: 'విధుల్లో',
    another_provider: 'మరో సేవ',
    a_hospital: 'ఒక ఆసుపత్రి',
    a_subscriber: 'ఒక సభ్యుడు',
    your_hospital: 'మీ ఆసుపత్రి',
  },
}
