import { gstinCheck } from '../../../contracts/kyc.ts'
import type { NewSubscriber } from '../../subscribers/enrolment/insert-subscriber.ts'

// The people and places of the demo data. All phone numbers start with 90000000 to 90000002, chosen so that no real person is called.

export const DEMO_STAFF = [
  {
    first_name: 'Meera',
    last_name: 'Krishnan',
    email: 'admin@tvarit.example',
    phone_number: '9000000001',
    role: 'admin' as const,
  },
  {
    first_name: 'Asha',
    last_name: 'Kulkarni',
    email: 'asha@tvarit.example',
    phone_number: '9000000002',
    role: 'staff' as const,
  },
  {
    first_name: 'Vikram',
    last_name: 'Sethi',
    email: 'vikram@tvarit.example',
    phone_number: '9000000003',
    role: 'staff' as const,
  },
]

interface DemoSubscriber extends NewSubscriber {
  started_days_ago: number
  /** What this person allows the scan page to show. */
  shown?: { show_first_name: boolean }
}

const NO_FOURTH_FRIEND = { friend4_name: null, friend4_mobile: null }
const NO_VITALS = { blood_group: null, allergies: null, date_of_birth: null, sex: null }

export const DEMO_SUBSCRIBERS: DemoSubscriber[] = [
  {
    first_name: 'Ravi',
    last_name: 'Shankar',
    phone_number: '9000000101',
    email: 'ravi@tvarit.example',
    address: '14, 5th Cross, Malleshwaram, Bengaluru',
    pin_code: '560003',
    state: 'Karnataka',
    spouse_name: 'Lakshmi Shankar',
    spouse_mobile: '9000000201',
    relative_name: 'Suresh Shankar',
    relative_mobile: '9000000202',
    friend1_name: 'Imran Khan',
    friend1_mobile: '9000000203',
    friend2_name: 'Joseph Mathew',
    friend2_mobile: '9000000204',
    friend3_name: 'Anil Deshpande',
    friend3_mobile: '9000000205',
    ...NO_FOURTH_FRIEND,
    blood_group: 'O+',
    allergies: 'Penicillin',
    date_of_birth: '1986-04-12',
    sex: 'male',
    health_conditions: 'Type 2 diabetes',
    medicines: 'Metformin 500 mg twice a day',
    started_days_ago: 40,
    shown: { show_first_name: true },
  },
  {
    first_name: 'Fatima',
    last_name: 'Begum',
    phone_number: '9000000102',
    email: 'fatima@tvarit.example',
    address: '27, Frazer Town, Bengaluru',
    pin_code: '560005',
    state: 'Karnataka',
    spouse_name: 'Abdul Rahman',
    spouse_mobile: '9000000211',
    relative_name: 'Ayesha Begum',
    relative_mobile: '9000000212',
    friend1_name: 'Priya Nair',
    friend1_mobile: '9000000213',
    friend2_name: 'Kavita Rao',
    friend2_mobile: '9000000214',
    friend3_name: 'Sunita Reddy',
    friend3_mobile: '9000000215',
    friend4_name: 'Deepa Menon',
    friend4_mobile: '9000000216',
    ...NO_VITALS,
    health_conditions: 'Asthma',
    medicines: 'Salbutamol inhaler when needed',
    started_days_ago: 200,
  },
  {
    first_name: 'Harpreet',
    last_name: 'Singh',
    phone_number: '9000000103',
    email: null,
    address: '8, Indiranagar 100 Feet Road, Bengaluru',
    pin_code: '560038',
    state: 'Karnataka',
    spouse_name: 'Jasleen Kaur',
    spouse_mobile: '9000000221',
    relative_name: 'Gurdeep Singh',
    relative_mobile: '9000000222',
    friend1_name: 'Arjun Gowda',
    friend1_mobile: '9000000223',
    friend2_name: 'Rahul Jain',
    friend2_mobile: '9000000224',
    friend3_name: 'Manoj Pillai',
    friend3_mobile: '9000000225',
    ...NO_FOURTH_FRIEND,
    ...NO_VITALS,
    blood_group: 'B-',
    health_conditions: 'High blood pressure, heart bypass in 2019',
    medicines: 'Amlodipine 5 mg, aspirin 75 mg daily',
    // Past its 365 days: shows how an expired plan is treated.
    started_days_ago: 400,
  },
]

/** Well-formed numbers; the Aadhaar ones are those published for testing, the PANs begin with ZZZ. */
function identity(aadhar_number: string, pan_number: string, bank_account_number: string) {
  const gstin = `29${pan_number}1Z`
  return { aadhar_number, pan_number, gst_number: `${gstin}${gstinCheck(gstin)}`, bank_account_number }
}

const bank = (branch: string) => ({ bank_name: 'State Bank of India', bank_branch: branch, ifsc_code: 'SBIN0000813' })

/** From the top down: each is registered by the one before. */
export const DEMO_CHAIN = [
  {
    person: {
      first_name: 'Rajesh',
      last_name: 'Agarwal',
      email: 'rajesh@tvarit.example',
      phone_number: '9000000011',
      role: 'super_distributor' as const,
    },
    profile: {
      firm_name: 'Agarwal Safety Traders',
      address: '3, Avenue Road',
      district: 'Bengaluru Urban',
      state: 'Karnataka',
      pin_code: '560002',
      date_of_birth: '1974-03-18',
      alternate_mobile_number: '9000000012',
      ...bank('Bengaluru Main'),
    },
    numbers: identity('999941057058', 'ZZZPA1001A', '50100000000011'),
  },
  {
    person: {
      first_name: 'Nandini',
      last_name: 'Hegde',
      email: 'nandini@tvarit.example',
      phone_number: '9000000013',
      role: 'distributor' as const,
    },
    profile: {
      firm_name: 'Hegde Auto Accessories',
      address: '41, JC Road',
      district: 'Bengaluru Urban',
      state: 'Karnataka',
      pin_code: '560027',
      date_of_birth: '1983-11-02',
      alternate_mobile_number: '9000000014',
      ...bank('JC Road'),
    },
    numbers: identity('999971658847', 'ZZZPH1002B', '50100000000013'),
  },
  {
    person: {
      first_name: 'Mohammed',
      last_name: 'Yusuf',
      email: null,
      phone_number: '9000000015',
      role: 'retailer' as const,
    },
    profile: {
      firm_name: 'Yusuf Car Care',
      address: '112, Shivajinagar',
      district: 'Bengaluru Urban',
      state: 'Karnataka',
      pin_code: '560051',
      date_of_birth: '1990-07-25',
      alternate_mobile_number: '9000000016',
      ...bank('Shivajinagar'),
    },
    numbers: identity('999933119405', 'ZZZPY1003C', '50100000000015'),
  },
]

/** `seen`: where the driver's phone last was and how many minutes ago; null for one that still stands at its base. */
export const DEMO_AMBULANCES = [
  {
    vehicle_number: 'KA01AB1234',
    type: 'ADVANCED' as const,
    operator: 'Namma Ambulance',
    driver_name: 'Basavaraj Patil',
    driver_phone: '9000000021',
    base_latitude: 12.9719,
    base_longitude: 77.6412,
    status: 'AVAILABLE' as const,
    seen: { latitude: 12.9784, longitude: 77.6408, minutes_ago: 2 },
  },
  {
    vehicle_number: 'KA03CD5678',
    type: 'BASIC' as const,
    operator: 'Namma Ambulance',
    driver_name: 'Shivakumar N',
    driver_phone: '9000000022',
    base_latitude: 13.0035,
    base_longitude: 77.5692,
    status: 'AVAILABLE' as const,
    seen: { latitude: 13.0097, longitude: 77.5511, minutes_ago: 6 },
  },
  {
    vehicle_number: 'KA05EF9012',
    type: 'BASIC' as const,
    operator: 'Garuda Emergency',
    driver_name: 'Peter D Souza',
    driver_phone: '9000000023',
    base_latitude: 12.9279,
    base_longitude: 77.5838,
    status: 'AVAILABLE' as const,
    seen: null,
  },
  {
    vehicle_number: 'KA02GH3456',
    type: 'ADVANCED' as const,
    operator: 'Garuda Emergency',
    driver_name: 'Mahesh Gowda',
    driver_phone: '9000000024',
    base_latitude: 12.9592,
    base_longitude: 77.6974,
    status: 'AVAILABLE' as const,
    seen: { latitude: 12.9569, longitude: 77.7011, minutes_ago: 11 },
  },
  {
    vehicle_number: 'KA04JK7890',
    type: 'BASIC' as const,
    operator: 'Namma Ambulance',
    driver_name: 'Syed Imran',
    driver_phone: '9000000025',
    base_latitude: 13.0358,
    base_longitude: 77.597,
    status: 'AVAILABLE' as const,
    seen: { latitude: 13.0297, longitude: 77.5896, minutes_ago: 95 },
  },
  {
    vehicle_number: 'KA51LM2345',
    type: 'TRANSPORT' as const,
    operator: 'Cauvery Care',
    driver_name: 'Ramesh Babu',
    driver_phone: '9000000026',
    base_latitude: 12.8452,
    base_longitude: 77.6602,
    status: 'AVAILABLE' as const,
    seen: null,
  },
  {
    vehicle_number: 'KA53NP6789',
    type: 'ADVANCED' as const,
    operator: 'Cauvery Care',
    driver_name: 'Anthony Raj',
    driver_phone: '9000000027',
    base_latitude: 12.9116,
    base_longitude: 77.6389,
    status: 'OFF' as const,
    seen: { latitude: 12.9121, longitude: 77.6446, minutes_ago: 320 },
  },
  {
    vehicle_number: '22BH4567AA',
    type: 'BASIC' as const,
    operator: 'Garuda Emergency',
    driver_name: 'Venkatesh K',
    driver_phone: '9000000028',
    base_latitude: 12.9755,
    base_longitude: 77.5335,
    status: 'AVAILABLE' as const,
    seen: { latitude: 12.9718, longitude: 77.5457, minutes_ago: 18 },
  },
]

export const DEMO_HOSPITALS = [
  {
    name: 'Victoria Hospital (demo)',
    phone: '9000000031',
    address: 'Fort Road, near City Market, Bengaluru',
    latitude: 12.9634,
    longitude: 77.5744,
    emergency: true,
  },
  {
    name: 'Bowring Hospital (demo)',
    phone: '9000000032',
    address: 'Lady Curzon Road, Shivajinagar, Bengaluru',
    latitude: 12.9823,
    longitude: 77.6046,
    emergency: true,
  },
  {
    name: 'Lakeside Hospital (demo)',
    phone: '9000000033',
    address: 'Ulsoor Lake Road, Indiranagar, Bengaluru',
    latitude: 12.9817,
    longitude: 77.6286,
    emergency: true,
  },
  {
    name: 'Jayanagar General Hospital (demo)',
    phone: '9000000034',
    address: '4th T Block, Jayanagar, Bengaluru',
    latitude: 12.9261,
    longitude: 77.5926,
    emergency: true,
  },
  {
    name: 'Whitefield Day Clinic (demo)',
    phone: '9000000035',
    address: 'Hope Farm Junction, Whitefield, Bengaluru',
    latitude: 12.9846,
    longitude: 77.7519,
    emergency: false,
  },
]

/** One that works for a year and one that was switched off. */
export const DEMO_CREATORS = [
  { name: 'Ravi', coupon_code: 'RAVI-7K4', social_media_name: '@ravi.drives', is_active: true },
  { name: 'Meenakshi', coupon_code: 'MEENAKSH-3PX', social_media_name: '@meenakshi.on.wheels', is_active: false },
]
