import { createTheme, type CSSVariablesResolver, type MenuProps, type ModalProps } from '@mantine/core';

/**
 * The sizes of text: 14 px for body text, 12 px for secondary text, 16 and 20 px for figures and headings. `tokens.css` has the
 * colours by their role.
 */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: { light: 9, dark: 9 },
  // The greys of the dark scheme. Mantine's own greys have no hue, and its text is darker than the label of a button.
  colors: {
    dark: [
      '#e9ecef',
      '#b8bdc2',
      '#868e96',
      '#5c6269',
      '#3f454b',
      '#33383d',
      '#25282c',
      '#1d2023',
      '#16181b',
      '#101214',
    ],
  },
  fontFamily: 'system-ui, "Segoe UI", "Noto Sans", "Noto Sans Arabic", Tahoma, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h2: { fontSize: '1.375rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.45' },
      h5: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects, because Mantine's `Menu.extend` and `Modal.extend` would load the code of both components with the first page.
  components: {
    // In each menu, Mantine gives the initial focus to a placeholder element. Screen readers expect only items in a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } satisfies Partial<MenuProps> },
    // Mantine renders a dialog's title bar as `<header>`, which screen readers would announce as a second page banner.
    Modal: { defaultProps: { attributes: { header: { role: 'none' } } } satisfies Partial<ModalProps> },
  },
});

/** Mantine's own hover colour gives the white text of a filled button too little contrast. */
const filledHover = { '--mantine-color-cyan-filled-hover': '#0a5c6b' };

/** Replaces Mantine's grey for dimmed text and placeholders, because its contrast is too low. */
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
