import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const bn: MessageTexts = {
  relative_alert: 'জরুরি: {brand} {time}-এ {name}-এর জন্য খবর পেয়েছে। জায়গা: {place}। দেখুন: {url} ফোন: {call_back}',
  relative_dispatch:
    '{name}-এর জন্য অ্যাম্বুলেন্স {vehicle}-কে আসতে বলা হয়েছে। চালক {driver_name}, {driver_phone}। প্রায় {eta_minutes} মিনিট। {url}',
  relative_dispatch_no_eta:
    '{name}-এর জন্য অ্যাম্বুলেন্স {vehicle}-কে আসতে বলা হয়েছে। চালক {driver_name}, {driver_phone}। {url}',
  relative_dispatch_outside: '{name}-এর জন্য {provider}-এর অ্যাম্বুলেন্স ডাকা হয়েছে। দেখুন: {url} জিজ্ঞাসা: {call_back}',
  relative_hospital: '{name}-কে {hospital}-এ নিয়ে যাওয়া হবে। হাসপাতালের ফোন {hospital_phone}।',
  relative_all_clear: '{name}-এর জন্য {time}-এর খবরটি বন্ধ হয়েছে: অ্যাম্বুলেন্স লাগেনি। জিজ্ঞাসা: {call_back}',
  relative_attended: '{name}-এর জন্য {time}-এর খবরে আমাদের দল কাজ করেছে এবং তা বন্ধ করেছে। জিজ্ঞাসা: {call_back}',
  contact_check:
    '{brand}: {name} আপনাকে জরুরি যোগাযোগ হিসেবে দিয়েছেন। SMS, WhatsApp ও ভাষা বাছুন: {url} আপনি নন? ফোন করুন {call_back}',
  driver_dispatch: '{brand}: অ্যাম্বুলেন্স {vehicle}, আপনাকে দরকার: খবর {alert_id}, {place}। গ্রহণ করুন: {url} ফোন: {call_back}',
  driver_called_back: 'ফিরে আসুন: খবর {alert_id}-এর জন্য অ্যাম্বুলেন্স {vehicle} আর লাগবে না। {brand}, জিজ্ঞাসা: {call_back}',
  hospital_handover: '{brand} খবর {alert_id}: {hospital}-এর জন্য এক রোগীর স্বাস্থ্য তথ্য। খুলুন: {url} ফোন: {call_back}',
  relative_alert_call:
    'এটি {brand}-এর জরুরি ফোন। {time}-এ {name}-এর জন্য খবর এসেছে। জায়গা: {place}। খবরটি আমাদের কল সেন্টারে আছে। শুনে থাকলে 1 টিপুন। জিজ্ঞাসার জন্য ফোন করুন {call_back}।',
  driver_dispatch_call:
    'এটি {brand}। অ্যাম্বুলেন্স {vehicle}, খবর {alert_id}-এর জন্য আপনাকে দরকার। জায়গা: {place}। SMS-এর লিংক খুলে গ্রহণ করুন। শুনে থাকলে 1 টিপুন।',
  staff_escalation_call: 'এটি {brand}-এর অ্যালার্ম। {count}টি খবর {time} থেকে কেউ ধরেনি। বোর্ড খুলুন। শুনে থাকলে 1 টিপুন।',
  on_call_test: 'এটি {brand}-এর পরীক্ষার ফোন। কোনো জরুরি অবস্থা নেই। শুনে থাকলে 1 টিপুন।',
  call_confirmed: 'ধন্যবাদ। আপনি শুনেছেন, {brand} তা লিখে রেখেছে।',

  words: {
    your_relative: 'আপনার আত্মীয়',
    your_relative_first: 'আপনার আত্মীয়',
    place_not_known: 'জায়গা জানা নেই',
    vehicle_on_call: 'কর্তব্যরত',
    driver_on_duty: 'কর্তব্যরত',
    another_provider: 'অন্য সেবা',
    a_hospital: 'একটি হাসপাতাল',
    a_subscriber: 'একজন সদস্য',
    your_hospital: 'আপনার হাসপাতাল',
  },
}
