import { INKS, LABEL_FACES, type LabelKind, type Shape } from '@tvarit/shared/contracts/label-faces'
import { latinName } from '@tvarit/shared/contracts/latin-name'
import { useId } from 'react'
import { brand } from '../lib/brand.ts'

/** The face of a label as it is printed, in millimetres, for an `svg`. Its code and serial number are left out. */
export function LabelFaceArt({ kind }: { kind: LabelKind }) {
  const clip = useId()
  const { width, height, radius, shapes } = LABEL_FACES[kind]
  return (
    <g clipPath={`url(#${clip})`}>
      <clipPath id={clip}>
        <rect width={width} height={height} rx={radius} />
      </clipPath>
      <rect width={width} height={height} fill="#fff" />
      {shapes.map((shape, index) => (
        <Part key={index} shape={shape} />
      ))}
    </g>
  )
}

function Part({ shape }: { shape: Shape }) {
  const fill = INKS[shape.ink].rgb
  if ('box' in shape) {
    const [x, y, width, height] = shape.box
    return <rect x={x} y={y} width={width} height={height} fill={fill} />
  }
  if ('outline' in shape) {
    return <path d={shape.outline} transform={`translate(${shape.x} ${shape.y}) scale(${shape.by})`} fill={fill} />
  }
  const text =
    typeof shape.text === 'object'
      ? shape.text.words
      : { brand: latinName(brand.name), phone: brand.phone, serial_number: '' }[shape.text]
  return (
    <text
      x={shape.x}
      y={shape.y}
      fontSize={shape.size}
      fontWeight="700"
      textAnchor={shape.middle ? 'middle' : 'start'}
      fill={fill}
      // Smaller where it would be wider than its place, as on paper.
      ref={(drawn) => {
        const width = drawn?.getComputedTextLength() ?? 0
        if (width > shape.most) drawn?.setAttribute('font-size', String((shape.size * shape.most) / width))
      }}
    >
      {text}
    </text>
  )
}
