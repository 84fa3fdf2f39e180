import type { MessageTexts } from './message-texts.ts'

export const hi: MessageTexts = {
  relative_alert: 'आपातकाल: {brand} को {time} बजे {name} के लिए सूचना मिली। स्थान: {place}। देखें: {url} फ़ोन: {call_back}',
  relative_dispatch:
    '{name} के लिए एम्बुलेंस {vehicle} को आने के लिए कहा गया है। ड्राइवर {driver_name}, {driver_phone}। लगभग {eta_minutes} मिनट। {url}',
  relative_dispatch_no_eta:
    '{name} के लिए एम्बुलेंस {vehicle} को आने के लिए कहा गया है। ड्राइवर {driver_name}, {driver_phone}। {url}',
  relative_dispatch_outside: '{name} के लिए {provider} की एम्बुलेंस बुलाई गई है। देखें: {url} पूछताछ: {call_back}',
  relative_hospital: '{name} को {hospital} ले जाया जाएगा। अस्पताल का फ़ोन {hospital_phone}।',
  relative_all_clear: '{name} के लिए {time} बजे की सूचना बंद की गई: एम्बुलेंस की ज़रूरत नहीं थी। पूछताछ: {call_back}',
  relative_attended: '{name} के लिए {time} बजे की सूचना पर हमारी टीम ने काम किया और उसे बंद किया। पूछताछ: {call_back}',
  contact_check:
    '{brand}: {name} ने आपको आपातकालीन संपर्क बताया है। SMS, WhatsApp और भाषा चुनें: {url} यह आप नहीं? फ़ोन करें {call_back}',
  driver_dispatch: '{brand}: एम्बुलेंस {vehicle}, आपकी ज़रूरत है: सूचना {alert_id}, {place}। स्वीकार करें: {url} फ़ोन: {call_back}',
  driver_called_back:
    'वापस बुलाया गया: एम्बुलेंस {vehicle} की सूचना {alert_id} के लिए अब ज़रूरत नहीं। {brand}, पूछताछ: {call_back}',
  hospital_handover: '{brand} सूचना {alert_id}: {hospital} के लिए एक मरीज़ की स्वास्थ्य जानकारी। खोलें: {url} फ़ोन: {call_back}',
  relative_alert_call:
    'यह {brand} का आपातकालीन फ़ोन है। {time} बजे {name} के लिए सूचना मिली है। स्थान: {place}। सूचना हमारे कॉल सेंटर के पास है। सुन लिया हो तो 1 दबाएँ। पूछताछ के लिए फ़ोन करें {call_back}।',
  driver_dispatch_call:
    'यह {brand} है। एम्बुलेंस {vehicle}, सूचना {alert_id} के लिए आपकी ज़रूरत है। स्थान: {place}। SMS का लिंक खोलकर स्वीकार करें। सुन लिया हो तो 1 दबाएँ।',
  staff_escalation_call:
    'यह {brand} का अलार्म है। जिन सूचनाओं को किसी ने नहीं सँभाला, उनकी संख्या: {count}। पहली {time} बजे से रुकी है। बोर्ड खोलें। सुन लिया हो तो 1 दबाएँ।',
  on_call_test: 'यह {brand} का परीक्षण फ़ोन है। कोई आपात स्थिति नहीं है। सुन लिया हो तो 1 दबाएँ।',
  call_confirmed: 'धन्यवाद। {brand} ने लिख लिया है कि आपने सुन लिया।',

  words: {
    your_relative: 'आपके परिजन',
    your_relative_first: 'आपके परिजन',
    place_not_known: 'स्थान ज्ञात नहीं',
    vehicle_on_call: 'ड्यूटी पर',
    driver_on_duty: 'ड्यूटी पर',
    another_provider: 'दूसरी सेवा',
    a_hospital: 'एक अस्पताल',
    a_subscriber: 'एक सदस्य',
    your_hospital: 'आपका अस्पताल',
  },
}
