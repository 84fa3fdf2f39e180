import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const gu: MessageTexts = {
  relative_alert: 'કટોકટી: {brand}ને {time} વાગ્યે {name} માટે સૂચના મળી. સ્થળ: {place}. જુઓ: {url} ફોન: {call_back}',
  relative_dispatch:
    '{name} માટે એમ્બ્યુલન્સ {vehicle}ને આવવા કહ્યું છે. ડ્રાઇવર {driver_name}, {driver_phone}. આશરે {eta_minutes} મિનિટ. {url}',
  relative_dispatch_no_eta: '{name} માટે એમ્બ્યુલન્સ {vehicle}ને આવવા કહ્યું છે. ડ્રાઇવર {driver_name}, {driver_phone}. {url}',
  relative_dispatch_outside: '{name} માટે {provider}ની એમ્બ્યુલન્સ બોલાવી છે. જુઓ: {url} પૂછપરછ: {call_back}',
  relative_hospital: '{name}ને {hospital} લઈ જવાશે. હોસ્પિટલનો ફોન {hospital_phone}.',
  relative_all_clear: '{name} માટેની {time}ની સૂચના બંધ કરી: એમ્બ્યુલન્સની જરૂર ન હતી. પૂછપરછ: {call_back}',
  relative_attended: '{name} માટેની {time}ની સૂચના પર અમારી ટીમે કામ કર્યું અને બંધ કરી. પૂછપરછ: {call_back}',
  contact_check:
    '{brand}: {name}એ તમને ઇમરજન્સી સંપર્ક તરીકે આપ્યા છે. SMS, WhatsApp અને ભાષા પસંદ કરો: {url} તમે નથી? ફોન કરો {call_back}',
  driver_dispatch: '{brand}: એમ્બ્યુલન્સ {vehicle}, તમારી જરૂર છે: સૂચના {alert_id}, {place}. સ્વીકારો: {url} ફોન: {call_back}',
  driver_called_back: 'પાછા બોલાવ્યા: સૂચના {alert_id} માટે એમ્બ્યુલન્સ {vehicle}ની હવે જરૂર નથી. {brand}, પૂછપરછ: {call_back}',
  hospital_handover: '{brand} સૂચના {alert_id}: {hospital} માટે એક દર્દીની આરોગ્ય માહિતી. ખોલો: {url} ફોન: {call_back}',
  relative_alert_call:
    'આ {brand}નો ઇમરજન્સી ફોન છે. {time} વાગ્યે {name} માટે સૂચના મળી છે. સ્થળ: {place}. સૂચના અમારા કોલ સેન્ટર પાસે છે. સાંભળ્યું હોય તો 1 દબાવો. પૂછપરછ માટે ફોન કરો {call_back}.',
  driver_dispatch_call:
    'આ {brand} છે. એમ્બ્યુલન્સ {vehicle}, સૂચના {alert_id} માટે તમારી જરૂર છે. સ્થળ: {place}. SMSની લિંક ખોલીને સ્વીકારો. સાંભળ્યું હોય તો 1 દબાવો.',
  staff_escalation_call:
    'આ {brand}નું એલાર્મ છે. કોઈએ ન લીધેલી સૂચનાઓ: {count}. પહેલી {time} વાગ્યાથી રાહ જુએ છે. બોર્ડ ખોલો. સાંભળ્યું હોય તો 1 દબાવો.',
  on_call_test: 'આ {brand}નો પરીક્ષણ ફોન છે. કોઈ કટોકટી નથી. સાંભળ્યું હોય તો 1 દબાવો.',
  call_confirmed: 'આભાર. તમે સાંભળ્યું તે {brand}એ નોંધ્યું છે.',

  words: {
    your_relative: 'તમારા સંબંધી',
    your_relative_first: 'તમારા સંબંધી',
    place_not_known: 'સ્થળ ખબર નથી',
    vehicle_on_call: 'ફરજ પર',
    driver_on_duty: 'ફરજ પર',
    another_provider: 'બીજી સેવા',
    a_hospital: 'એક હોસ્પિટલ',
    a_subscriber: 'એક સભ્ય',
    your_hospital: 'તમારી હોસ્પિટલ',
  },
}
