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
import { listAmbulances } from '@tvarit/shared/domain/emergency/registry/list-ambulances'
import { listHospitals } from '@tvarit/shared/domain/emergency/registry/list-hospitals'
import { listAmbulancePoints, listHospitalPoints } from '@tvarit/shared/domain/emergency/registry/list-map-points'
import { readAmbulance } from '@tvarit/shared/domain/emergency/registry/read-ambulance'
import { readHospital } from '@tvarit/shared/domain/emergency/registry/read-hospital'
import { retireAmbulance } from '@tvarit/shared/domain/emergency/registry/retire-ambulance'
import { retireHospital } from '@tvarit/shared/domain/emergency/registry/retire-hospital'
import { setAmbulanceStatus } from '@tvarit/shared/domain/emergency/registry/set-ambulance-status'
import { updateAmbulance } from '@tvarit/shared/domain/emergency/registry/update-ambulance'
import { updateHospital } from '@tvarit/shared/domain/emergency/registry/update-hospital'
import { permitted, router } from '../trpc/procedures.ts'

export const registryRouter = router({
  ambulances: permitted('registry.read')
    .meta({ rest: { method: 'GET', path: '/api/ambulances/', summary: 'Ambulances, newest first' } })
    .input(ambulanceListInput)
    .output(ambulanceList)
    .query(({ ctx, input }) => listAmbulances({ ctx, input })),
  ambulancePoints: permitted('registry.read')
    .input(mapPointsInput)
    .output(ambulancePoints)
    .query(({ ctx, input }) => listAmbulancePoints({ ctx, input })),
  ambulance: permitted('registry.read')
    .meta({ rest: { method: 'GET', path: '/api/ambulances/{id}/', summary: 'An ambulance' } })
    .input(registryIdInput)
    .output(ambulance)
    .query(({ ctx, input }) => readAmbulance({ ctx, input })),
  addAmbulance: permitted('registry.edit')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/ambulances/',
        status: 201,
        summary: 'Add an ambulance, or bring a retired one back',
      },
    })
    .input(addAmbulanceInput)
    .output(ambulance)
    .mutation(({ ctx, input }) => addAmbulance({ ctx, input })),
  importAmbulances: permitted('registry.edit')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/ambulances/import/',
        files: ['file'],
        summary: 'Add and update the ambulances of a CSV file, all or none',
      },
    })
    .input(formInput(importInput))
    .output(importAnswer)
    .mutation(({ ctx, input }) => importAmbulances({ ctx, input })),
  updateAmbulance: permitted('registry.edit')
    .meta({ rest: { method: 'PATCH', path: '/api/ambulances/{id}/', summary: 'Change an ambulance' } })
    .input(updateAmbulanceInput)
    .output(ambulance)
    .mutation(({ ctx, input }) => updateAmbulance({ ctx, input })),
  setAmbulanceStatus: permitted('registry.set_status')
    .meta({
      rest: {
        method: 'PATCH',
        path: '/api/ambulances/{id}/status/',
        summary: 'Set the status of an ambulance by hand',
      },
    })
    .input(setAmbulanceStatusInput)
    .output(ambulance)
    .mutation(({ ctx, input }) => setAmbulanceStatus({ ctx, input })),
  retireAmbulance: permitted('registry.edit')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/api/ambulances/{id}/',
        summary: 'Retire an ambulance without an open dispatch',
      },
    })
    .input(registryIdInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => retireAmbulance({ ctx, input })),
  hospitals: permitted('registry.read')
    .meta({ rest: { method: 'GET', path: '/api/hospitals/', summary: 'Hospitals, newest first' } })
    .input(hospitalListInput)
    .output(hospitalList)
    .query(({ ctx, input }) => listHospitals({ ctx, input })),
  hospitalPoints: permitted('registry.read')
    .input(mapPointsInput)
    .output(hospitalPoints)
    .query(({ ctx, input }) => listHospitalPoints({ ctx, input })),
  hospital: permitted('registry.read')
    .meta({ rest: { method: 'GET', path: '/api/hospitals/{id}/', summary: 'A hospital' } })
    .input(registryIdInput)
    .output(hospital)
    .query(({ ctx, input }) => readHospital({ ctx, input })),
  addHospital: permitted('registry.edit')
    .meta({ rest: { method: 'POST', path: '/api/hospitals/', status: 201, summary: 'Add a hospital' } })
    .input(addHospitalInput)
    .output(hospital)
    .mutation(({ ctx, input }) => addHospital({ ctx, input })),
  importHospitals: permitted('registry.edit')
    .meta({
      rest: {
        method: 'POST',
        path: '/api/hospitals/import/',
        files: ['file'],
        summary: 'Add and update the hospitals of a CSV file, all or none',
      },
    })
    .input(formInput(importInput))
    .output(importAnswer)
    .mutation(({ ctx, input }) => importHospitals({ ctx, input })),
  updateHospital: permitted('registry.edit')
    .meta({ rest: { method: 'PATCH', path: '/api/hospitals/{id}/', summary: 'Change a hospital' } })
    .input(updateHospitalInput)
    .output(hospital)
    .mutation(({ ctx, input }) => updateHospital({ ctx, input })),
  retireHospital: permitted('registry.edit')
    .meta({ rest: { method: 'DELETE', path: '/api/hospitals/{id}/', summary: 'Retire a hospital' } })
    .input(registryIdInput)
    .output(detailAnswer)
    .mutation(({ ctx, input }) => retireHospital({ ctx, input })),
})
