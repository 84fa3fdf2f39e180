/**
 * Where a driver is led the way to a place.
 * @param {{latitude: number | null, longitude: number | null}} place
 */
export function navigation(place) {
  return 'https://www.google.com/maps/dir/?api=1&destination=' + place.latitude + ',' + place.longitude
}
