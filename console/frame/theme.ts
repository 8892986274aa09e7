import { createTheme, Modal, type CSSVariablesResolver } from '@mantine/core';

/** Readable at arm's length; every colour pair has a contrast of at least 4.5:1. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: { light: 9, dark: 9 },
  fontFamily: 'system-ui, "Segoe UI", "Noto Sans", "Noto Sans Arabic", Tahoma, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Mantine makes a dialog's title bar a `<header>`, which would be a second banner of the page.
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'none' } } } }),
  },
});

/** Mantine's own hover colour gives a filled button's white text too little contrast. */
const filledHover = { '--mantine-color-cyan-filled-hover': '#0a5c6b' };

/** Mantine's grey for dimmed text and placeholders has too little contrast. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...filledHover,
    '--mantine-color-dimmed': '#495057',
    '--mantine-color-placeholder': '#5c636a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#0b5563',
  },
  dark: {
    ...filledHover,
    '--mantine-color-dimmed': '#b8bdc2',
    '--mantine-color-placeholder': '#a6abb0',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-anchor': '#66d9e8',
  },
});
