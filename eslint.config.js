import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { testNames } from './tests/test-names.mjs';

/** Mantine's props and style keys that name a side of the screen: they are wrong in one of the two directions. */
const physicalProps = '/^(ml|mr|pl|pr|left|right)$/';
const physicalStyles =
  '/^(left|right|(margin|padding|border)(Left|Right)\\w*|border(Top|Bottom)(Left|Right)Radius)$/';

/** A literal that is spread into another one says nothing that its entries would not say in its place. */
const spreadLiterals = [
  'ObjectExpression > SpreadElement > ObjectExpression',
  'ArrayExpression > SpreadElement > ArrayExpression',
  'JSXSpreadAttribute > ObjectExpression',
].map((selector) => ({ selector, message: 'List the entries themselves instead of spreading a literal.' }));

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      '.data/',
      'coverage/',
      'services/gateway/docs/assets/',
      'clients/*/src/generated/',
      'clients/*/dist/',
      'clients/journeys/',
      'console/data/generated/',
      'console/dist*/',
      // Contains errors on purpose: a test runs the compiler on it.
      'tests/unit/clients/typescript/consumer.ts',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // mongoose and the MongoDB driver take plain objects where their types name a class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Allows `Record<never, number>`, for a path without parameters.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
      'no-duplicate-imports': 'error',
      'no-restricted-syntax': ['error', ...spreadLiterals],
    },
  },
  {
    files: ['console/**/*.ts', 'console/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        ...spreadLiterals,
        {
          selector: `JSXAttribute[name.name=${physicalProps}]`,
          message: 'Both directions: ms, me, ps, pe, or a class with logical properties.',
        },
        {
          selector: `JSXAttribute[name.name=/^(style|styles)$/] Property[key.name=${physicalStyles}]`,
          message: 'Both directions: marginInlineStart and the like.',
        },
        {
          selector: 'JSXAttribute[name.name="ta"][value.value=/^(left|right)$/]',
          message: 'Both directions: start or end.',
        },
      ],
    },
  },
  {
    files: [
      'deploy/**/*.ts',
      'tools/**/*.ts',
      'tests/**/*.ts',
      'instruments/**/*.ts',
      'clients/*/recipes/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // `.tests.ts`: tests that run on the store of another file.
    files: ['tests/**/*.test.ts', 'tests/**/*.tests.ts', 'instruments/**/*.test.ts'],
    plugins: { storefront: { rules: { 'test-names': testNames } } },
    rules: { 'storefront/test-names': 'error' },
  },
  {
    files: ['tests/**/*.ts'],
    ignores: ['tests/support/pause.ts', 'tests/**/tcp-proxy*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'node:timers/promises',
          importNames: ['setTimeout'],
          message: 'Only tests/support/pause.ts sleeps, half a second at most.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        ...spreadLiterals,
        {
          selector: 'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
          message: 'Only tests/support/pause.ts sleeps, half a second at most.',
        },
      ],
    },
  },
);
