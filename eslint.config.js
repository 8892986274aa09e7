import tseslint from 'typescript-eslint';

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
      // Wrong on purpose, line by line: the compiler is asked.
      'tests/unit/clients/typescript/consumer.ts',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
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
      // `Record<never, number>`: the parameters of a path that has none.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['deploy/**/*.ts', 'tools/**/*.ts', 'tests/**/*.ts', 'clients/*/recipes/*.ts'],
    rules: { 'no-console': 'off' },
  },
);
