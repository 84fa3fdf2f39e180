/** Where a driver is led the way to a place. */
export const navigation = (place: { latitude: number | null; longitude: number | null }): string =>
  'https://www.google.com/maps/dir/?api=1&destination=' + place.latitude + ',' + place.longitude
