import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const mr: MessageTexts = {
  relative_alert:
    'आणीबाणी: {brand} ला {time} वाजता {name} यांच्यासाठी सूचना मिळाली. ठिकाण: {place}. पहा: {url} फोन: {call_back}',
  relative_dispatch:
    '{name} यांच्यासाठी रुग्णवाहिका {vehicle} ला येण्यास सांगितले आहे. चालक {driver_name}, {driver_phone}. सुमारे {eta_minutes} मिनिटे. {url}',
  relative_dispatch_no_eta:
    '{name} यांच्यासाठी रुग्णवाहिका {vehicle} ला येण्यास सांगितले आहे. चालक {driver_name}, {driver_phone}. {url}',
  relative_dispatch_outside: '{name} यांच्यासाठी {provider} ची रुग्णवाहिका बोलावली आहे. पहा: {url} चौकशी: {call_back}',
  relative_hospital: '{name} यांना {hospital} येथे नेले जाईल. रुग्णालयाचा फोन {hospital_phone}.',
  relative_all_clear: '{name} यांच्यासाठीची {time} ची सूचना बंद केली: रुग्णवाहिकेची गरज नव्हती. चौकशी: {call_back}',
  relative_attended: '{name} यांच्यासाठीच्या {time} च्या सूचनेवर आमच्या पथकाने काम केले आणि ती बंद केली. चौकशी: {call_back}',
  contact_check:
    '{brand}: {name} यांनी तुम्हाला आपत्कालीन संपर्क म्हणून दिले आहे. SMS, WhatsApp आणि भाषा निवडा: {url} तुम्ही नाही? फोन करा {call_back}',
  driver_dispatch:
    '{brand}: रुग्णवाहिका {vehicle}, तुमची गरज आहे: सूचना {alert_id}, {place}. स्वीकारा: {url} फोन: {call_back}',
  driver_called_back:
    'परत बोलावले: रुग्णवाहिका {vehicle} ची सूचना {alert_id} साठी आता गरज नाही. {brand}, चौकशी: {call_back}',
  hospital_handover: '{brand} सूचना {alert_id}: {hospital} साठी एका रुग्णाची आरोग्य माहिती. उघडा: {url} फोन: {call_back}',
  relative_alert_call:
    'हा {brand} चा आपत्कालीन फोन आहे. {time} वाजता {name} यांच्यासाठी सूचना मिळाली आहे. ठिकाण: {place}. सूचना आमच्या कॉल सेंटरकडे आहे. ऐकले असेल तर 1 दाबा. चौकशीसाठी फोन करा {call_back}.',
  driver_dispatch_call:
    'हे {brand} आहे. रुग्णवाहिका {vehicle}, सूचना {alert_id} साठी तुमची गरज आहे. ठिकाण: {place}. SMS मधील लिंक उघडून स्वीकारा. ऐकले असेल तर 1 दाबा.',
  staff_escalation_call:
    'हा {brand} चा अलार्म आहे. कोणीही न हाताळलेल्या सूचनांची संख्या: {count}. पहिली {time} पासून थांबली आहे. बोर्ड उघडा. ऐकले असेल तर 1 दाबा.',
  on_call_test: 'हा {brand} चा चाचणी फोन आहे. आणीबाणी नाही. ऐकले असेल तर 1 दाबा.',
  call_confirmed: 'धन्यवाद. तुम्ही ऐकले अशी नोंद {brand} ने केली आहे.',

  words: {
    your_relative: 'तुमचे नातेवाईक',
    your_relative_first: 'तुमचे नातेवाईक',
    place_not_known: 'ठिकाण माहीत नाही',
    vehicle_on_call: 'कामावर',
    driver_on_duty: 'कामावर',
    another_provider: 'दुसरी सेवा',
    a_hospital: 'एक रुग्णालय',
    a_subscriber: 'एक सदस्य',
    your_hospital: 'तुमचे रुग्णालय',
  },
}
