import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const ml: MessageTexts = {
  relative_alert: 'അടിയന്തരം: {time}-ന് {name}-നായി {brand}-ന് വിവരം കിട്ടി. സ്ഥലം: {place}. കാണുക: {url} ഫോൺ: {call_back}',
  relative_dispatch:
    '{name}-നായി ആംബുലൻസ് {vehicle}-നോട് വരാൻ പറഞ്ഞിട്ടുണ്ട്. ഡ്രൈവർ {driver_name}, {driver_phone}. ഏകദേശം {eta_minutes} മിനിറ്റ്. {url}',
  relative_dispatch_no_eta: '{name}-നായി ആംബുലൻസ് {vehicle}-നോട് വരാൻ പറഞ്ഞിട്ടുണ്ട്. ഡ്രൈവർ {driver_name}, {driver_phone}. {url}',
  relative_dispatch_outside: '{name}-നായി {provider}-ന്റെ ആംബുലൻസ് വിളിച്ചിട്ടുണ്ട്. കാണുക: {url} ചോദ്യങ്ങൾക്ക്: {call_back}',
  relative_hospital: '{name}-നെ {hospital}-ലേക്ക് കൊണ്ടുപോകും. ആശുപത്രി ഫോൺ {hospital_phone}.',
  relative_all_clear: '{name}-നായുള്ള {time}-ലെ വിവരം അവസാനിപ്പിച്ചു: ആംബുലൻസ് വേണ്ടിവന്നില്ല. ചോദ്യങ്ങൾക്ക്: {call_back}',
  relative_attended: '{name}-നായുള്ള {time}-ലെ വിവരം ഞങ്ങളുടെ സംഘം കൈകാര്യം ചെയ്ത് അവസാനിപ്പിച്ചു. ചോദ്യങ്ങൾക്ക്: {call_back}',
  contact_check:
    '{brand}: {name} നിങ്ങളെ അടിയന്തര കോൺടാക്റ്റായി നൽകി. SMS, WhatsApp, ഭാഷ തിരഞ്ഞെടുക്കുക: {url} നിങ്ങളല്ലേ? വിളിക്കുക {call_back}',
  driver_dispatch:
    '{brand}: ആംബുലൻസ് {vehicle}, നിങ്ങളെ വേണം: വിവരം {alert_id}, {place}. സ്വീകരിക്കുക: {url} ഫോൺ: {call_back}',
  driver_called_back: 'മടങ്ങുക: വിവരം {alert_id}-ന് ആംബുലൻസ് {vehicle} ഇനി വേണ്ട. {brand}, ചോദ്യങ്ങൾക്ക്: {call_back}',
  hospital_handover: '{brand} വിവരം {alert_id}: {hospital}-നായി ഒരു രോഗിയുടെ ആരോഗ്യ വിവരം. തുറക്കുക: {url} ഫോൺ: {call_back}',
  relative_alert_call:
    'ഇത് {brand}-ന്റെ അടിയന്തര കോളാണ്. {time}-ന് {name}-നായി വിവരം കിട്ടി. സ്ഥലം: {place}. വിവരം ഞങ്ങളുടെ കോൾ സെന്ററിലുണ്ട്. കേട്ടെങ്കിൽ 1 അമർത്തുക. ചോദ്യങ്ങൾക്ക് വിളിക്കുക {call_back}.',
  driver_dispatch_call:
    'ഇത് {brand}. ആംബുലൻസ് {vehicle}, വിവരം {alert_id}-ന് നിങ്ങളെ വേണം. സ്ഥലം: {place}. SMS-ലെ ലിങ്ക് തുറന്ന് സ്വീകരിക്കുക. കേട്ടെങ്കിൽ 1 അമർത്തുക.',
  staff_escalation_call:
    'ഇത് {brand}-ന്റെ അലാറമാണ്. ആരും എടുക്കാത്ത വിവരങ്ങളുടെ എണ്ണം: {count}. ആദ്യത്തേത് {time} മുതൽ കാത്തിരിക്കുന്നു. ബോർഡ് തുറക്കുക. കേട്ടെങ്കിൽ 1 അമർത്തുക.',
  on_call_test: 'ഇത് {brand}-ന്റെ പരീക്ഷണ കോളാണ്. അടിയന്തരമില്ല. കേട്ടെങ്കിൽ 1 അമർത്തുക.',
  call_confirmed: 'നന്ദി. നിങ്ങൾ കേട്ടെന്ന് {brand} രേഖപ്പെടുത്തി.',

  words: {
    your_relative: 'നിങ്ങളുടെ ബന്ധു',
    your_relative_first: 'നിങ്ങളുടെ ബന്ധു',
    place_not_known: 'സ്ഥലം അറിയില്ല',
    vehicle_on_call: 'ഡ്യൂട്ടിയിൽ',
    driver_on_duty: 'ഡ്യൂട്ടിയിൽ',
    another_provider: 'മറ്റൊരു സേവനം',
    a_hospital: 'ഒരു ആശുപത്രി',
    a_subscriber: 'ഒരു അംഗം',
    your_hospital: 'നിങ്ങളുടെ ആശുപത്രി',
  },
}
