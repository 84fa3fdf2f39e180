import type { MessageTexts } from './message-texts.ts'

// Needs a native reader before it goes live.
export const or: MessageTexts = {
  relative_alert: 'ଜରୁରୀ: {time} ରେ {name} ପାଇଁ {brand} କୁ ଖବର ମିଳିଲା। ସ୍ଥାନ: {place}। ଦେଖନ୍ତୁ: {url} ଫୋନ୍: {call_back}',
  relative_dispatch:
    '{name} ପାଇଁ ଆମ୍ବୁଲାନ୍ସ {vehicle} କୁ ଆସିବାକୁ କୁହାଯାଇଛି। ଡ୍ରାଇଭର {driver_name}, {driver_phone}। ପ୍ରାୟ {eta_minutes} ମିନିଟ୍। {url}',
  relative_dispatch_no_eta: '{name} ପାଇଁ ଆମ୍ବୁଲାନ୍ସ {vehicle} କୁ ଆସିବାକୁ କୁହାଯାଇଛି। ଡ୍ରାଇଭର {driver_name}, {driver_phone}। {url}',
  relative_dispatch_outside: '{name} ପାଇଁ {provider} ର ଆମ୍ବୁଲାନ୍ସ ଡକାଯାଇଛି। ଦେଖନ୍ତୁ: {url} ପ୍ରଶ୍ନ: {call_back}',
  relative_hospital: '{name} ଙ୍କୁ {hospital} କୁ ନିଆଯିବ। ଡାକ୍ତରଖାନା ଫୋନ୍ {hospital_phone}।',
  relative_all_clear: '{name} ପାଇଁ {time} ର ଖବର ବନ୍ଦ କରାଗଲା: ଆମ୍ବୁଲାନ୍ସ ଦରକାର ନଥିଲା। ପ୍ରଶ୍ନ: {call_back}',
  relative_attended: '{name} ପାଇଁ {time} ର ଖବର ଉପରେ ଆମ ଦଳ କାମ କରି ବନ୍ଦ କଲା। ପ୍ରଶ୍ନ: {call_back}',
  contact_check:
    '{brand}: {name} ଆପଣଙ୍କୁ ଜରୁରୀ ଯୋଗାଯୋଗ ଭାବେ ଦେଇଛନ୍ତି। SMS, WhatsApp ଓ ଭାଷା ବାଛନ୍ତୁ: {url} ଆପଣ ନୁହଁନ୍ତି? ଫୋନ୍ କରନ୍ତୁ {call_back}',
  driver_dispatch: '{brand}: ଆମ୍ବୁଲାନ୍ସ {vehicle}, ଆପଣଙ୍କ ଦରକାର: ଖବର {alert_id}, {place}। ଗ୍ରହଣ କରନ୍ତୁ: {url} ଫୋନ୍: {call_back}',
  driver_called_back: 'ଫେରନ୍ତୁ: ଖବର {alert_id} ପାଇଁ ଆମ୍ବୁଲାନ୍ସ {vehicle} ଆଉ ଦରକାର ନାହିଁ। {brand}, ପ୍ରଶ୍ନ: {call_back}',
  hospital_handover: '{brand} ଖବର {alert_id}: {hospital} ପାଇଁ ଜଣେ ରୋଗୀଙ୍କ ସ୍ୱାସ୍ଥ୍ୟ ସୂଚନା। ଖୋଲନ୍ତୁ: {url} ଫୋନ୍: {call_back}',
  relative_alert_call:
    'ଏହା {brand} ର ଜରୁରୀ ଫୋନ୍। {time} ରେ {name} ପାଇଁ ଖବର ମିଳିଛି। ସ୍ଥାନ: {place}। ଖବର ଆମ କଲ୍ ସେଣ୍ଟର ପାଖରେ ଅଛି। ଶୁଣିଥିଲେ 1 ଦବାନ୍ତୁ। ପ୍ରଶ୍ନ ପାଇଁ ଫୋନ୍ କରନ୍ତୁ {call_back}।',
  driver_dispatch_call:
    'ଏହା {brand}। ଆମ୍ବୁଲାନ୍ସ {vehicle}, ଖବର {alert_id} ପାଇଁ ଆପଣଙ୍କ ଦରକାର। ସ୍ଥାନ: {place}। SMS ର ଲିଙ୍କ୍ ଖୋଲି ଗ୍ରହଣ କରନ୍ତୁ। ଶୁଣିଥିଲେ 1 ଦବାନ୍ତୁ।',
  staff_escalation_call: 'ଏହା {brand} ର ଆଲାର୍ମ। {count} ଖବର {time} ରୁ କେହି ନେଇନାହାନ୍ତି। ବୋର୍ଡ ଖୋଲନ୍ତୁ। ଶୁଣିଥିଲେ 1 ଦବାନ୍ତୁ।',
  on_call_test: 'ଏହା {brand} ର ପରୀକ୍ଷା ଫୋନ୍। କୌଣସି ଜରୁରୀ ନାହିଁ। ଶୁଣିଥିଲେ 1 ଦବାନ୍ତୁ।',
  call_confirmed: 'ଧନ୍ୟବାଦ। ଆପଣ ଶୁଣିଛନ୍ତି ବୋଲି {brand} ଲେଖିଲା।',

  words: {
    your_relative: 'ଆପଣଙ୍କ ସମ୍ପର୍କୀୟ',
    your_relative_first: 'ଆପଣଙ୍କ ସମ୍ପର୍କୀୟ',
    place_not_known: 'ସ୍ଥାନ ଜଣାନାହିଁ',
    vehicle_on_call: 'ଡ୍ୟୁଟିରେ',
    driver_on_duty: 'ଡ୍ୟୁଟିରେ',
    another_provider: 'ଅନ୍ୟ ସେବା',
    a_hospital: 'ଏକ ଡାକ୍ତରଖାନା',
    a_subscriber: 'ଜଣେ ସଦସ୍ୟ',
    your_hospital: 'ଆପଣଙ୍କ ଡାକ୍ତରଖାନା',
  },
}
