import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const ta: MessageTexts = {
  relative_alert:
    'அவசரம்: {time} மணிக்கு {name} அவர்களுக்காக {brand}-க்கு தகவல் வந்தது. இடம்: {place}. பார்க்க: {url} தொலைபேசி: {call_back}',
  relative_dispatch:
    '{name} அவர்களுக்காக ஆம்புலன்ஸ் {vehicle} வரச் சொல்லப்பட்டது. ஓட்டுநர் {driver_name}, {driver_phone}. சுமார் {eta_minutes} நிமிடம். {url}',
  relative_dispatch_no_eta:
    '{name} அவர்களுக்காக ஆம்புலன்ஸ் {vehicle} வரச் சொல்லப்பட்டது. ஓட்டுநர் {driver_name}, {driver_phone}. {url}',
  relative_dispatch_outside: '{name} அவர்களுக்காக {provider} ஆம்புலன்ஸ் அழைக்கப்பட்டது. பார்க்க: {url} கேள்விகளுக்கு: {call_back}',
  relative_hospital: '{name} அவர்கள் {hospital}-க்கு அழைத்துச் செல்லப்படுவார். மருத்துவமனை தொலைபேசி {hospital_phone}.',
  relative_all_clear: '{name} அவர்களுக்கான {time} மணி தகவல் முடிக்கப்பட்டது: ஆம்புலன்ஸ் தேவைப்படவில்லை. கேள்விகளுக்கு: {call_back}',
  relative_attended: '{name} அவர்களுக்கான {time} மணி தகவலை எங்கள் குழு கவனித்து முடித்தது. கேள்விகளுக்கு: {call_back}',
  contact_check:
    '{brand}: {name} உங்களை அவசரத் தொடர்பாகக் கொடுத்துள்ளார். SMS, WhatsApp, மொழியைத் தேர்ந்தெடுக்க: {url} நீங்கள் இல்லையா? அழைக்க {call_back}',
  driver_dispatch: '{brand}: ஆம்புலன்ஸ் {vehicle}, நீங்கள் தேவை: தகவல் {alert_id}, {place}. ஏற்க: {url} தொலைபேசி: {call_back}',
  driver_called_back:
    'திரும்புங்கள்: தகவல் {alert_id}-க்கு ஆம்புலன்ஸ் {vehicle} இனி தேவையில்லை. {brand}, கேள்விகளுக்கு: {call_back}',
  hospital_handover:
    '{brand} தகவல் {alert_id}: {hospital}-க்கு ஒரு நோயாளியின் உடல்நலத் தகவல். திறக்க: {url} தொலைபேசி: {call_back}',
  relative_alert_call:
    'இது {brand}-இன் அவசர அழைப்பு. {time} மணிக்கு {name} அவர்களுக்காக தகவல் வந்தது. இடம்: {place}. தகவல் எங்கள் கால் சென்டரிடம் உள்ளது. கேட்டிருந்தால் 1 ஐ அழுத்தவும். கேள்விகளுக்கு அழைக்க {call_back}.',
  driver_dispatch_call:
    'இது {brand}. ஆம்புலன்ஸ் {vehicle}, தகவல் {alert_id}-க்கு நீங்கள் தேவை. இடம்: {place}. SMS இணைப்பைத் திறந்து ஏற்கவும். கேட்டிருந்தால் 1 ஐ அழுத்தவும்.',
  staff_escalation_call:
    'இது {brand}-இன் அலாரம். யாரும் எடுக்காத தகவல்களின் எண்ணிக்கை: {count}. முதலாவது {time} மணி முதல் காத்திருக்கிறது. பலகையைத் திறக்கவும். கேட்டிருந்தால் 1 ஐ அழுத்தவும்.',
  on_call_test: 'இது {brand}-இன் சோதனை அழைப்பு. அவசரம் எதுவும் இல்லை. கேட்டிருந்தால் 1 ஐ அழுத்தவும்.',
  call_confirmed: 'நன்றி. நீங்கள் கேட்டதை {brand} பதிவு செய்தது.',

  words: {
    your_relative: 'உங்கள் உறவினர்',
    your_relative_first: 'உங்கள் உறவினர்',
    place_not_known: 'இடம் தெரியவில்லை',
    vehicle_on_call: 'பணியில்',
    driver_on_duty: 'பணியில்',
    another_provider: 'வேறு சேவை',
    a_hospital: 'ஒரு மருத்துவமனை',
    a_subscriber: 'ஒரு உறுப்பினர்',
    your_hospital: 'உங்கள் மருத்துவமனை',
  },
}
