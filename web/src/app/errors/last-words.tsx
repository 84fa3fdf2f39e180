/** What is always shown in place of a page that broke outside of every other boundary. Uses nothing that could break, too. */
export const LastWords = () => (
  <p role="alert">
    This page could not be loaded. Please reload it, or update your browser. In an emergency call{' '}
    <a href="tel:112">112</a> or <a href="tel:108">108</a>.
  </p>
)
