import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const pa: MessageTexts = {
  relative_alert: 'ਐਮਰਜੈਂਸੀ: {brand} ਨੂੰ {time} ਵਜੇ {name} ਲਈ ਸੂਚਨਾ ਮਿਲੀ। ਥਾਂ: {place}। ਵੇਖੋ: {url} ਫ਼ੋਨ: {call_back}',
  relative_dispatch:
    '{name} ਲਈ ਐਂਬੂਲੈਂਸ {vehicle} ਨੂੰ ਆਉਣ ਲਈ ਕਿਹਾ ਗਿਆ ਹੈ। ਡਰਾਈਵਰ {driver_name}, {driver_phone}। ਲਗਭਗ {eta_minutes} ਮਿੰਟ। {url}',
  relative_dispatch_no_eta: '{name} ਲਈ ਐਂਬੂਲੈਂਸ {vehicle} ਨੂੰ ਆਉਣ ਲਈ ਕਿਹਾ ਗਿਆ ਹੈ। ਡਰਾਈਵਰ {driver_name}, {driver_phone}। {url}',
  relative_dispatch_outside: '{name} ਲਈ {provider} ਦੀ ਐਂਬੂਲੈਂਸ ਬੁਲਾਈ ਗਈ ਹੈ। ਵੇਖੋ: {url} ਪੁੱਛਗਿੱਛ: {call_back}',
  relative_hospital: '{name} ਨੂੰ {hospital} ਲਿਜਾਇਆ ਜਾਵੇਗਾ। ਹਸਪਤਾਲ ਦਾ ਫ਼ੋਨ {hospital_phone}।',
  relative_all_clear: '{name} ਲਈ {time} ਵਜੇ ਦੀ ਸੂਚਨਾ ਬੰਦ ਕੀਤੀ ਗਈ: ਐਂਬੂਲੈਂਸ ਦੀ ਲੋੜ ਨਹੀਂ ਸੀ। ਪੁੱਛਗਿੱਛ: {call_back}',
  relative_attended: '{name} ਲਈ {time} ਵਜੇ ਦੀ ਸੂਚਨਾ ਉੱਤੇ ਸਾਡੀ ਟੀਮ ਨੇ ਕੰਮ ਕੀਤਾ ਅਤੇ ਬੰਦ ਕੀਤੀ। ਪੁੱਛਗਿੱਛ: {call_back}',
  contact_check:
    '{brand}: {name} ਨੇ ਤੁਹਾਨੂੰ ਐਮਰਜੈਂਸੀ ਸੰਪਰਕ ਦੱਸਿਆ ਹੈ। SMS, WhatsApp ਅਤੇ ਭਾਸ਼ਾ ਚੁਣੋ: {url} ਤੁਸੀਂ ਨਹੀਂ? ਫ਼ੋਨ ਕਰੋ {call_back}',
  driver_dispatch: '{brand}: ਐਂਬੂਲੈਂਸ {vehicle}, ਤੁਹਾਡੀ ਲੋੜ ਹੈ: ਸੂਚਨਾ {alert_id}, {place}। ਮਨਜ਼ੂਰ ਕਰੋ: {url} ਫ਼ੋਨ: {call_back}',
  driver_called_back: 'ਵਾਪਸ ਬੁਲਾਇਆ: ਸੂਚਨਾ {alert_id} ਲਈ ਐਂਬੂਲੈਂਸ {vehicle} ਦੀ ਹੁਣ ਲੋੜ ਨਹੀਂ। {brand}, ਪੁੱਛਗਿੱਛ: {call_back}',
  hospital_handover: '{brand} ਸੂਚਨਾ {alert_id}: {hospital} ਲਈ ਇੱਕ ਮਰੀਜ਼ ਦੀ ਸਿਹਤ ਜਾਣਕਾਰੀ। ਖੋਲ੍ਹੋ: {url} ਫ਼ੋਨ: {call_back}',
  relative_alert_call:
    'ਇਹ {brand} ਦਾ ਐਮਰਜੈਂਸੀ ਫ਼ੋਨ ਹੈ। {time} ਵਜੇ {name} ਲਈ ਸੂਚਨਾ ਮਿਲੀ ਹੈ। ਥਾਂ: {place}। ਸੂਚਨਾ ਸਾਡੇ ਕਾਲ ਸੈਂਟਰ ਕੋਲ ਹੈ। ਸੁਣ ਲਿਆ ਹੋਵੇ ਤਾਂ 1 ਦਬਾਓ। ਪੁੱਛਗਿੱਛ ਲਈ ਫ਼ੋਨ ਕਰੋ {call_back}।',
  driver_dispatch_call:
    'ਇਹ {brand} ਹੈ। ਐਂਬੂਲੈਂਸ {vehicle}, ਸੂਚਨਾ {alert_id} ਲਈ ਤੁਹਾਡੀ ਲੋੜ ਹੈ। ਥਾਂ: {place}। SMS ਦਾ ਲਿੰਕ ਖੋਲ੍ਹ ਕੇ ਮਨਜ਼ੂਰ ਕਰੋ। ਸੁਣ ਲਿਆ ਹੋਵੇ ਤਾਂ 1 ਦਬਾਓ।',
  staff_escalation_call:
    'ਇਹ {brand} ਦਾ ਅਲਾਰਮ ਹੈ। ਜਿਹੜੀਆਂ ਸੂਚਨਾਵਾਂ ਕਿਸੇ ਨੇ ਨਹੀਂ ਲਈਆਂ, ਉਹਨਾਂ ਦੀ ਗਿਣਤੀ: {count}। ਪਹਿਲੀ {time} ਵਜੇ ਤੋਂ ਉਡੀਕ ਵਿੱਚ ਹੈ। ਬੋਰਡ ਖੋਲ੍ਹੋ। ਸੁਣ ਲਿਆ ਹੋਵੇ ਤਾਂ 1 ਦਬਾਓ।',
  on_call_test: 'ਇਹ {brand} ਦਾ ਪਰਖ ਫ਼ੋਨ ਹੈ। ਕੋਈ ਐਮਰਜੈਂਸੀ ਨਹੀਂ ਹੈ। ਸੁਣ ਲਿਆ ਹੋਵੇ ਤਾਂ 1 ਦਬਾਓ।',
  call_confirmed: 'ਧੰਨਵਾਦ। {brand} ਨੇ ਲਿਖ ਲਿਆ ਹੈ ਕਿ ਤੁਸੀਂ ਸੁਣ ਲਿਆ।',

  words: {
    your_relative: 'ਤੁਹਾਡੇ ਰਿਸ਼ਤੇਦਾਰ',
    your_relative_first: 'ਤੁਹਾਡੇ ਰਿਸ਼ਤੇਦਾਰ',
    place_not_known: 'ਥਾਂ ਪਤਾ ਨਹੀਂ',
    vehicle_on_call: 'ਡਿਊਟੀ ਉੱਤੇ',
    driver_on_duty: 'ਡਿਊਟੀ ਉੱਤੇ',
    another_provider: 'ਦੂਜੀ ਸੇਵਾ',
    a_hospital: 'ਇੱਕ ਹਸਪਤਾਲ',
    a_subscriber: 'ਇੱਕ ਮੈਂਬਰ',
    your_hospital: 'ਤੁਹਾਡਾ ਹਸਪਤਾਲ',
  },
}
