/**
 * Runs last, in everything since ES3. When the page's own script could not be parsed or broke before its end, it shows
 * the hidden form. It reloads the page every `data-reload` seconds, unless the user is typing.
 */
window.addEventListener('load', function () {
  if (window.started) return
  var all = document.getElementsByTagName('*')
  for (var i = 0; i < all.length; i++) {
    if (all[i].getAttribute('data-unless-started') !== null) all[i].removeAttribute('hidden')
  }
  var seconds = document.body.getAttribute('data-reload')
  if (seconds) setTimeout(again, seconds * 1000)
  function again() {
    var fields = document.getElementsByTagName('input')
    for (var i = 0; i < fields.length; i++) {
      if (fields[i].type !== 'hidden' && (fields[i].value || fields[i] === document.activeElement)) {
        return setTimeout(again, seconds * 1000)
      }
    }
    location.replace(location.pathname + location.search)
  }
})
