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
import { addAmbulance } from '@tvarit/shared/domain/emergency/registry/add-ambulance'
import { addHospital } from '@tvarit/shared/domain/emergency/registry/add-hospital'
import { importAmbulances } from '@tvarit/shared/domain/emergency/registry/import-ambulances'
import { importHospitals } from '@tvarit/shared/domain/emergency/registry/import-hospitals'
import { ambulances } from '@tvarit/shared/domain/emergency/registry/list-ambulances'
import { hospitals } from '@tvarit/shared/domain/emergency/registry/list-hospitals'
import { listAmbulancePoints, listHospitalPoints } from '@tvarit/shared/domain/emergency/registry/list-map-points'
import { readAmbulance } from '@tvarit/shared/domain/emergency/registry/read-ambulance'
import { readHospital } from '@tvarit/shared/domain/emergency/registry/read-hospital'
import { retireAmbulance } from '@tvarit/shared/domain/emergency/registry/retire-ambulance'
import { retireHospital } from '@tvarit/shared/domain/emergency/registry/retire-hospital'
import { setAmbulanceStatus } from '@tvarit/shared/domain/emergency/registry/set-ambulance-status'
import { updateAmbulance } from '@tvarit/shared/domain/emergency/registry/update-ambulance'
import { updateHospital } from '@tvarit/shared/domain/emergency/registry/update-hospital'
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
    .query(readAmbulance),
  addAmbulance: permitted('registry.edit')
    .meta(rest('POST', '/api/ambulances/', 'Add an ambulance, or bring a retired one back', { status: 201 }))
    .input(addAmbulanceInput)
    .output(ambulance)
    .mutation(addAmbulance),
  importAmbulances: permitted('registry.edit')
    .meta(
      rest('POST', '/api/ambulances/import/', 'Add and update the ambulances of a CSV file, all or none', {
        files: ['file'],
      }),
    )
    .input(formInput(importInput))
    .output(importAnswer)
    .mutation(importAmbulances),
  updateAmbulance: permitted('registry.edit')
    .meta(rest('PATCH', '/api/ambulances/{id}/', 'Change an ambulance'))
    .input(updateAmbulanceInput)
    .output(ambulance)
    .mutation(updateAmbulance),
  setAmbulanceStatus: permitted('registry.set_status')
    .meta(rest('PATCH', '/api/ambulances/{id}/status/', 'Set the status of an ambulance by hand'))
    .input(setAmbulanceStatusInput)
    .output(ambulance)
    .mutation(setAmbulanceStatus),
  retireAmbulance: permitted('registry.edit')
    .meta(rest('DELETE', '/api/ambulances/{id}/', 'Retire an ambulance without an open dispatch'))
    .input(registryIdInput)
    .output(detailAnswer)
    .mutation(retireAmbulance),
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
    .query(readHospital),
  addHospital: permitted('registry.edit')
    .meta(rest('POST', '/api/hospitals/', 'Add a hospital', { status: 201 }))
    .input(addHospitalInput)
    .output(hospital)
    .mutation(addHospital),
  importHospitals: permitted('registry.edit')
    .meta(
      rest('POST', '/api/hospitals/import/', 'Add and update the hospitals of a CSV file, all or none', {
        files: ['file'],
      }),
    )
    .input(formInput(importInput))
    .output(importAnswer)
    .mutation(importHospitals),
  updateHospital: permitted('registry.edit')
    .meta(rest('PATCH', '/api/hospitals/{id}/', 'Change a hospital'))
    .input(updateHospitalInput)
    .output(hospital)
    .mutation(updateHospital),
  retireHospital: permitted('registry.edit')
    .meta(rest('DELETE', '/api/hospitals/{id}/', 'Retire a hospital'))
    .input(registryIdInput)
    .output(detailAnswer)
    .mutation(retireHospital),
})
