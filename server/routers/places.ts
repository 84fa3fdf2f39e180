import { findPinInput, findPlacesInput, foundPlaces, pinPlace } from '@tvarit/shared/contracts/places'
import { findPin } from '@tvarit/shared/domain/places/find-pin'
import { findPlaces } from '@tvarit/shared/domain/places/find-places'
import { permitted, publicProcedure, router } from '../trpc/procedures.ts'
import { rest } from '../trpc/rest-route.ts'

export const placesRouter = router({
  byPin: publicProcedure
    .meta(rest('GET', '/api/places/pin/', 'Town and state of a PIN code, or null'))
    .input(findPinInput)
    .output(pinPlace)
    .query(({ input }) => findPin({ input })),
  find: permitted('alerts.act')
    .meta(
      rest(
        'GET',
        '/api/places/',
        'The places that coordinates, a link of a map, a DIGIPIN, a Plus Code, a town or a PIN code may mean',
      ),
    )
    .input(findPlacesInput)
    .output(foundPlaces)
    .query(({ input }) => findPlaces({ input })),
})
