import { sql } from 'kysely'
import type { Ambulance, AmbulanceListInput } from '../../contracts/registry.ts'
import { normaliseVehicleNumber } from '../../contracts/vehicle-numbers.ts'
import { typed } from '../records/lists/export-listed.ts'
import { declareList } from '../records/lists/declare-list.ts'
import { byCode, orderOf } from '../records/lists/order.ts'
import { matchingAmbulances } from './ambulance-filter.ts'
import { ambulanceRows } from './ambulance-rows.ts'

/** Ambulances that are not retired, newest first or by number; search by number, operator or driver. */
export const ambulances = declareList<AmbulanceListInput, Ambulance>({
  name: 'ambulances',
  path: '/api/ambulances/',
  filters: ['status'],
  listed: ({ input }) => ({
    from: matchingAmbulances(input),
    order: orderOf(input.sort ?? '-id', sql`a.id`, {
      vehicle_number: byCode(sql`a.vehicle_number`, normaliseVehicleNumber),
    }),
  }),
  rows: (ctx, ids) => ambulanceRows(ctx.db, ids),
  // As the import takes them.
  columns: [
    'a.vehicle_number, a.type',
    typed('a.operator'),
    typed('a.driver_name'),
    'a.driver_phone, a.driver_language, a.base_latitude, a.base_longitude',
  ],
})
