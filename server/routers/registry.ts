import { detailAnswer } from '@tvarit/shared/contracts/errors'
import {
  addAmbulanceInput,
  addHospitalInput,
  ambulance,
  ambulanceList,
  ambulanceListInput,
  ambulancePoints,
  hospital,
  hospitalList,
  hospitalListInput,
  hospitalPoints,
  importAnswer,
  importInput,
  mapPointsInput,
  registryIdInput,
  setAmbulanceStatusInput,
  updateAmbulanceInput,
  updateHospitalInput,
} from '@tvarit/shared/contracts/registry'
import { formInput } from '@tvarit/shared/contracts/uploads'
import { ambulanceRegistry } from '@tvarit/shared/domain/registry/ambulance-registry'
import { hospitalRegistry } from '@tvarit/shared/domain/registry/hospital-registry'
import { ambulances } from '@tvarit/shared/domain/registry/list-ambulances'
import { hospitals } from '@tvarit/shared/domain/registry/list-hospitals'
import { listAmbulancePoints, listHospitalPoints } from '@tvarit/shared/domain/registry/list-map-points'
import { setAmbulanceStatus } from '@tvarit/shared/domain/registry/set-ambulance-status'
import { permitted, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const registryRouter = router({
  ambulances: permitted('registry.read')
    .meta(rest('GET', '/api/ambulances/', 'Ambulances, newest first'))
    .input(ambulanceListInput)
    .output(ambulanceList)
    .query(ambulances.page),
  ambulancePoints: permitted('registry.read').input(mapPointsInput).output(ambulancePoints).query(listAmbulancePoints),
  ambulance: permitted('registry.read')
    .meta(rest('GET', '/api/ambulances/{id}/', 'An ambulance'))
    .input(registryIdInput)
    .output(ambulance)
    .query(ambulanceRegistry.read),
  addAmbulance: permitted('registry.edit')
    .meta(rest('POST', '/api/ambulances/', 'Add an ambulance, or bring a retired one back', { status: 201 }))
    .input(addAmbulanceInput)
    .output(ambulance)
    .mutation(ambulanceRegistry.add),
  importAmbulances: permitted('registry.edit')
    .meta(
      rest('POST', '/api/ambulances/import/', 'Add and update the ambulances of a CSV file, all or none', {
        files: ['file'],
      }),
    )
    .input(formInput(importInput))
    .output(importAnswer)
    .mutation(ambulanceRegistry.importFile),
  updateAmbulance: permitted('registry.edit')
    .meta(rest('PATCH', '/api/ambulances/{id}/', 'Change an ambulance'))
    .input(updateAmbulanceInput)
    .output(ambulance)
    .mutation(ambulanceRegistry.update),
  setAmbulanceStatus: permitted('registry.set_status')
    .meta(rest('PATCH', '/api/ambulances/{id}/status/', 'Set the status of an ambulance by hand'))
    .input(setAmbulanceStatusInput)
    .output(ambulance)
    .mutation(setAmbulanceStatus),
  retireAmbulance: permitted('registry.edit')
    .meta(rest('DELETE', '/api/ambulances/{id}/', 'Retire an ambulance without an open dispatch'))
    .input(registryIdInput)
    .output(detailAnswer)
    .mutation(ambulanceRegistry.retire),
  hospitals: permitted('registry.read')
    .meta(rest('GET', '/api/hospitals/', 'Hospitals, newest first'))
    .input(hospitalListInput)
    .output(hospitalList)
    .query(hospitals.page),
  hospitalPoints: permitted('registry.read').input(mapPointsInput).output(hospitalPoints).query(listHospitalPoints),
  hospital: permitted('registry.read')
    .meta(rest('GET', '/api/hospitals/{id}/', 'A hospital'))
    .input(registryIdInput)
    .output(hospital)
    .query(hospitalRegistry.read),
  addHospital: permitted('registry.edit')
    .meta(rest('POST', '/api/hospitals/', 'Add a hospital', { status: 201 }))
    .input(addHospitalInput)
    .output(hospital)
    .mutation(hospitalRegistry.add),
  importHospitals: permitted('registry.edit')
    .meta(
      rest('POST', '/api/hospitals/import/', 'Add and update the hospitals of a CSV file, all or none', {
        files: ['file'],
      }),
    )
    .input(formInput(importInput))
    .output(importAnswer)
    .mutation(hospitalRegistry.importFile),
  updateHospital: permitted('registry.edit')
    .meta(rest('PATCH', '/api/hospitals/{id}/', 'Change a hospital'))
    .input(updateHospitalInput)
    .output(hospital)
    .mutation(hospitalRegistry.update),
  retireHospital: permitted('registry.edit')
    .meta(rest('DELETE', '/api/hospitals/{id}/', 'Retire a hospital'))
    .input(registryIdInput)
    .output(detailAnswer)
    .mutation(hospitalRegistry.retire),
})
