import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const kn: MessageTexts = {
  relative_alert: 'ತುರ್ತು: {time}ಕ್ಕೆ {name} ಅವರಿಗಾಗಿ {brand}ಗೆ ಮಾಹಿತಿ ಬಂದಿದೆ. ಸ್ಥಳ: {place}. ನೋಡಿ: {url} ಫೋನ್: {call_back}',
  relative_dispatch:
    '{name} ಅವರಿಗಾಗಿ ಆಂಬ್ಯುಲೆನ್ಸ್ {vehicle} ಬರಲು ಹೇಳಲಾಗಿದೆ. ಚಾಲಕ {driver_name}, {driver_phone}. ಸುಮಾರು {eta_minutes} ನಿಮಿಷ. {url}',
  relative_dispatch_no_eta: '{name} ಅವರಿಗಾಗಿ ಆಂಬ್ಯುಲೆನ್ಸ್ {vehicle} ಬರಲು ಹೇಳಲಾಗಿದೆ. ಚಾಲಕ {driver_name}, {driver_phone}. {url}',
  relative_dispatch_outside: '{name} ಅವರಿಗಾಗಿ {provider} ಆಂಬ್ಯುಲೆನ್ಸ್ ಕರೆಯಲಾಗಿದೆ. ನೋಡಿ: {url} ಪ್ರಶ್ನೆಗಳಿಗೆ: {call_back}',
  relative_hospital: '{name} ಅವರನ್ನು {hospital}ಗೆ ಕರೆದೊಯ್ಯಲಾಗುವುದು. ಆಸ್ಪತ್ರೆಯ ಫೋನ್ {hospital_phone}.',
  relative_all_clear: '{name} ಅವರಿಗಾಗಿ {time}ರ ಮಾಹಿತಿ ಮುಗಿಸಲಾಗಿದೆ: ಆಂಬ್ಯುಲೆನ್ಸ್ ಬೇಕಾಗಿರಲಿಲ್ಲ. ಪ್ರಶ್ನೆಗಳಿಗೆ: {call_back}',
  relative_attended: '{name} ಅವರಿಗಾಗಿ {time}ರ ಮಾಹಿತಿಯನ್ನು ನಮ್ಮ ತಂಡ ನೋಡಿಕೊಂಡು ಮುಗಿಸಿದೆ. ಪ್ರಶ್ನೆಗಳಿಗೆ: {call_back}',
  contact_check:
    '{brand}: {name} ನಿಮ್ಮನ್ನು ತುರ್ತು ಸಂಪರ್ಕವಾಗಿ ನೀಡಿದ್ದಾರೆ. SMS, WhatsApp, ಭಾಷೆ ಆಯ್ಕೆಮಾಡಿ: {url} ನೀವಲ್ಲವೇ? ಕರೆ ಮಾಡಿ {call_back}',
  driver_dispatch: '{brand}: ಆಂಬ್ಯುಲೆನ್ಸ್ {vehicle}, ನೀವು ಬೇಕು: ಮಾಹಿತಿ {alert_id}, {place}. ಒಪ್ಪಿಕೊಳ್ಳಿ: {url} ಫೋನ್: {call_back}',
  driver_called_back: 'ಹಿಂತಿರುಗಿ: ಮಾಹಿತಿ {alert_id}ಗೆ ಆಂಬ್ಯುಲೆನ್ಸ್ {vehicle} ಇನ್ನು ಬೇಕಿಲ್ಲ. {brand}, ಪ್ರಶ್ನೆಗಳಿಗೆ: {call_back}',
  hospital_handover: '{brand} ಮಾಹಿತಿ {alert_id}: {hospital}ಗೆ ಒಬ್ಬ ರೋಗಿಯ ಆರೋಗ್ಯ ಮಾಹಿತಿ. ತೆರೆಯಿರಿ: {url} ಫೋನ್: {call_back}',
  relative_alert_call:
    'ಇದು {brand} ತುರ್ತು ಕರೆ. {time}ಕ್ಕೆ {name} ಅವರಿಗಾಗಿ ಮಾಹಿತಿ ಬಂದಿದೆ. ಸ್ಥಳ: {place}. ಮಾಹಿತಿ ನಮ್ಮ ಕಾಲ್ ಸೆಂಟರ್ ಬಳಿ ಇದೆ. ಕೇಳಿಸಿಕೊಂಡಿದ್ದರೆ 1 ಒತ್ತಿ. ಪ್ರಶ್ನೆಗಳಿಗೆ ಕರೆ ಮಾಡಿ {call_back}.',
  driver_dispatch_call:
    'ಇದು {brand}. ಆಂಬ್ಯುಲೆನ್ಸ್ {vehicle}, ಮಾಹಿತಿ {alert_id}ಗೆ ನೀವು ಬೇಕು. ಸ್ಥಳ: {place}. SMS ಲಿಂಕ್ ತೆರೆದು ಒಪ್ಪಿಕೊಳ್ಳಿ. ಕೇಳಿಸಿಕೊಂಡಿದ್ದರೆ 1 ಒತ್ತಿ.',
  staff_escalation_call:
    'ಇದು {brand} ಅಲಾರಂ. ಯಾರೂ ತೆಗೆದುಕೊಳ್ಳದ ಮಾಹಿತಿಗಳ ಸಂಖ್ಯೆ: {count}. ಮೊದಲನೆಯದು {time}ರಿಂದ ಕಾಯುತ್ತಿದೆ. ಬೋರ್ಡ್ ತೆರೆಯಿರಿ. ಕೇಳಿಸಿಕೊಂಡಿದ್ದರೆ 1 ಒತ್ತಿ.',
  on_call_test: 'ಇದು {brand} ಪರೀಕ್ಷಾ ಕರೆ. ಯಾವುದೇ ತುರ್ತು ಇಲ್ಲ. ಕೇಳಿಸಿಕೊಂಡಿದ್ದರೆ 1 ಒತ್ತಿ.',
  call_confirmed: 'ಧನ್ಯವಾದ. ನೀವು ಕೇಳಿದ್ದನ್ನು {brand} ದಾಖಲಿಸಿದೆ.',

  words: {
    your_relative: 'ನಿಮ್ಮ ಸಂಬಂಧಿ',
    your_relative_first: 'ನಿಮ್ಮ ಸಂಬಂಧಿ',
    place_not_known: 'ಸ್ಥಳ ತಿಳಿದಿಲ್ಲ',
    vehicle_on_call: 'ಕರ್ತವ್ಯದಲ್ಲಿ',
    driver_on_duty: 'ಕರ್ತವ್ಯದಲ್ಲಿ',
    another_provider: 'ಬೇರೆ ಸೇವೆ',
    a_hospital: 'ಒಂದು ಆಸ್ಪತ್ರೆ',
    a_subscriber: 'ಒಬ್ಬ ಸದಸ್ಯ',
    your_hospital: 'ನಿಮ್ಮ ಆಸ್ಪತ್ರೆ',
  },
}
