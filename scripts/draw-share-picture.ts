/**
 * Draws web/public/share.png, the picture of link previews: 1200 x 630, the brand's mark and colours, and no name, which is
 * a setting. Run by hand after a change; the fonts are those of the machine.
 */
import path from 'node:path'
import sharp from 'sharp'
import { root } from './source-files.ts'

const FONT = "font-family=\"'Noto Sans', 'Noto Sans Devanagari', 'DejaVu Sans', sans-serif\""
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="#06363b"/>
  <circle cx="1030" cy="430" r="280" fill="#f2a900"/>
  <path d="M0 630C180 500 420 470 640 500s400 20 560-40v170z" fill="#0d5259"/>
  <path d="M0 630c240-90 560-110 1200-70" fill="none" stroke="#042629" stroke-width="46"/>
  <path d="M0 630c240-90 560-110 1200-70" fill="none" stroke="#f2a900" stroke-width="4" stroke-dasharray="30 22"/>
  <g fill="none" stroke="#ff4d5e" stroke-width="54"><path d="M860 210l110 120-110 120M1000 210l110 120-110 120"/></g>
  <g fill="#fff" ${FONT} font-weight="800">
    <text x="80" y="200" font-size="62">When you</text>
    <text x="80" y="280" font-size="62">cannot call,</text>
    <text x="80" y="360" font-size="62">your sticker can.</text>
    <text x="80" y="432" font-size="28" font-weight="600" fill="#d9ecec">एक स्कैन, एक बटन। One scan, one press.</text>
  </g>
</svg>`
await sharp(Buffer.from(picture))
  .png({ palette: true, compressionLevel: 9 })
  .toFile(path.join(root, 'web/public/share.png'))
