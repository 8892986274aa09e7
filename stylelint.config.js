/** The console is read in both directions, and a property that names a side of the screen is wrong in one of them. */
const sided = '(left|right)';

/** @type {import('stylelint').Config} */
export default {
  rules: {
    'property-disallowed-list': [
      [
        ...['left', 'right', 'float', 'clear'],
        `/^(margin|padding|border|scroll-margin|scroll-padding)-${sided}/`,
        `/^border-(top|bottom)-${sided}-radius$/`,
      ],
      { message: (name) => `${name} names a side: write inset-inline, margin-inline-start and the like` },
    ],
    'declaration-property-value-disallowed-list': [
      {
        'text-align': ['left', 'right'],
        'justify-content': ['left', 'right'],
        'justify-items': ['left', 'right'],
        'justify-self': ['left', 'right'],
        // The second and the fourth of four values are sides.
        '/^(margin|padding|inset|border-width|border-color|border-style|border-radius)$/': [
          '/^\\S+ \\S+ \\S+ \\S+$/',
        ],
        'transform-origin': ['/left|right/'],
        'background-position': ['/left|right/'],
      },
      { message: (name, value) => `${name}: ${value} names a side` },
    ],
    'color-no-invalid-hex': true,
    'color-no-hex': [true, { message: 'Use a colour role of console/frame/tokens.css' }],
    'declaration-block-no-duplicate-properties': true,
    'block-no-empty': true,
    'property-no-unknown': true,
    'unit-no-unknown': true,
    'no-duplicate-selectors': true,
  },
  // Slips are printed, so they have colours of their own.
  overrides: [{ files: ['**/tokens.css', '**/slips.css'], rules: { 'color-no-hex': null } }],
};
