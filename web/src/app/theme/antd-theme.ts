import { theme as antd, type ThemeConfig } from 'antd'
import { FONT_FAMILY, PALETTES, type Shade } from './palette.ts'

/** antd in our colours. Controls are 32 px high on a desk, and 44 px where fingers may press, also small ones. */
export function antdTheme(shade: Shade, desk: boolean): ThemeConfig {
  const colours = PALETTES[shade]
  return {
    algorithm: shade === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      colorPrimary: colours.brand,
      colorInfo: colours.brand,
      colorLink: colours.brand,
      // The dark algorithm would make them too dark to read.
      colorLinkHover: colours.brand_strong,
      colorLinkActive: colours.brand_strong,
      colorInfoBg: colours.brand_soft,
      colorSuccess: colours.green,
      colorSuccessBg: colours.green_soft,
      colorWarning: colours.amber,
      colorWarningBg: colours.amber_soft,
      colorError: shade === 'dark' ? colours.red : colours.red_fill,
      colorErrorBg: colours.red_soft,
      colorTextBase: colours.ink,
      colorBgBase: colours.surface,
      colorBgLayout: colours.ground,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.surface,
      colorBorder: colours.line_strong,
      colorBorderSecondary: colours.line,
      colorText: colours.ink,
      colorTextHeading: colours.ink,
      colorTextSecondary: colours.ink_2,
      colorTextPlaceholder: colours.ink_2,
      colorTextDescription: colours.ink_2,
      colorTextLightSolid: colours.on_brand,
      controlItemBgActive: colours.brand_soft,
      borderRadius: 10,
      borderRadiusLG: 16,
      controlHeight: desk ? 32 : 44,
      controlHeightSM: desk ? 24 : 44,
      fontFamily: FONT_FAMILY,
      fontSize: desk ? 14 : 15,
      wireframe: false,
      // Dialogs are there at once: nobody in a call centre waits for them to grow, and no click meets a moving button.
      motion: false,
    },
    components: {
      Button: {
        fontWeight: 600,
        paddingInlineSM: desk ? 7 : 12,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // As links that look like buttons: the dark algorithm would mix another shade.
        colorPrimary: colours.brand,
        colorPrimaryHover: colours.brand_strong,
        colorPrimaryActive: colours.brand_strong,
      },
      Segmented: {
        trackPadding: desk ? 2 : 0,
        trackBg: colours.surface_2,
        itemSelectedBg: colours.brand,
        itemSelectedColor: colours.on_brand,
        itemColor: colours.ink,
        itemHoverColor: colours.ink,
      },
      DatePicker: desk ? {} : { cellWidth: 44, cellHeight: 44 },
      Descriptions: { labelColor: colours.ink_2 },
      Form: { controlHeightSM: 22, itemMarginBottom: 0, verticalLabelPadding: '0 0 4px' },
      Statistic: { contentFontSize: 28 },
      Table: {
        colorBgContainer: 'transparent',
        headerBg: 'transparent',
        headerColor: colours.ink_2,
        headerSortActiveBg: 'transparent',
        headerSortHoverBg: colours.surface_2,
        bodySortBg: 'transparent',
        rowSelectedBg: colours.brand_soft,
        rowSelectedHoverBg: colours.brand_soft,
        // With the heights in data-table.module.css.
        cellPaddingBlock: desk ? 3 : 10,
        cellPaddingBlockSM: desk ? 3 : 8,
        cellPaddingInline: desk ? 12 : 16,
      },
      Tag: { fontSizeSM: 13, defaultBg: colours.surface_2, defaultColor: colours.ink_2 },
      Tooltip: { colorBgSpotlight: '#10201f', colorTextLightSolid: '#ffffff' },
    },
  }
}
