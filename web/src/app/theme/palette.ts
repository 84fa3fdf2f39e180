/**
 * The colours of the product, once: written to CSS variables (`--ink`, `--brand`, ...) by the theme store and given to
 * antd by `antd-theme.ts`; `ground` is in index.html, too. Petrol is the brand; red and amber are kept for what is urgent, so
 * that a calm screen has none of them. Text colours reach 4.5:1 on `surface` and `ground`, in both themes.
 */
export const PALETTES = {
  light: {
    ground: '#f3f6f4',
    surface: '#ffffff',
    surface_2: '#eaf0ee',
    line: '#d5dfdc',
    line_strong: '#82928f',
    ink: '#10201f',
    ink_2: '#47585a',
    brand: '#0a5c63',
    brand_strong: '#07454b',
    brand_soft: '#dfeeee',
    on_brand: '#ffffff',
    rail: '#06363b',
    rail_ink: '#d9ecec',
    rail_active: '#0f5a61',
    red: '#b3221a',
    red_fill: '#c62a20',
    red_soft: '#fdecea',
    amber: '#7a4d00',
    amber_fill: '#f2a900',
    amber_soft: '#fff4d9',
    green: '#1b6637',
    green_fill: '#1f7a42',
    green_soft: '#e2f3e7',
    shadow: '0 1px 2px rgb(16 32 31 / 6%), 0 6px 20px rgb(16 32 31 / 7%)',
  },
  dark: {
    ground: '#0b1414',
    surface: '#132020',
    surface_2: '#1b2b2b',
    line: '#2a3d3c',
    line_strong: '#6d8481',
    ink: '#e9f1ef',
    ink_2: '#a9bbb8',
    brand: '#63c7cd',
    brand_strong: '#8edde1',
    brand_soft: '#17393c',
    on_brand: '#05282b',
    rail: '#081a1c',
    rail_ink: '#c4dcdc',
    rail_active: '#14383b',
    red: '#ff9a90',
    red_fill: '#c9362c',
    red_soft: '#3a1a18',
    amber: '#ffcf70',
    amber_fill: '#f2a900',
    amber_soft: '#35290d',
    green: '#84d79e',
    green_fill: '#1f7a42',
    green_soft: '#14301e',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 35%)',
  },
} as const

export type Shade = keyof typeof PALETTES

/** The font of each system; as in base.css. */
export const FONT_FAMILY = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', Arial, sans-serif"
