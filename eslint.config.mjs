import eslint from '@eslint/js';
import tanstackQuery from '@tanstack/eslint-plugin-query';
import { defineConfig, globalIgnores } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import simpleImportSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

/** Programs rather than parts of the server: they may print, read the environment and exit. */
const PROGRAMS = [
  'src/main.ts',
  'src/cli.ts',
  'src/openapi.ts',
  'src/sandbox/main.ts',
  'src/**/*.cli.ts',
  'src/**/generate-migration.ts',
];
const EMBEDDED_POSTGRES = 'src/embedded-postgres/**/*.ts';
const SPECS = 'src/**/*.spec.ts';

/** The house rules that are a pattern in the code, by name so that a folder can be let off one of them. */
const PATTERNS = {
  wallClock: [
    {
      selector: ':matches(NewExpression, CallExpression)[callee.name="Date"][arguments.length=0]',
      message: 'Take the time from the Clock provider, so that tests and end of day can set it.',
    },
    {
      selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
      message: 'Take the time from the Clock provider; measure durations with performance.now().',
    },
  ],
  queryRunner: [
    {
      selector: 'CallExpression[callee.property.name="createQueryRunner"]',
      message: 'Use UnitOfWork.run: it sets the institution and checks the answer to COMMIT.',
    },
  ],
  environment: [
    {
      selector: 'MemberExpression[object.name="process"][property.name="env"]',
      message: 'Read the environment through the configuration, which validates it at boot.',
    },
  ],
  parallelTransaction: [
    {
      selector:
        'CallExpression[callee.property.name="run"] :function CallExpression[callee.object.name="Promise"][callee.property.name=/^(all|allSettled|any|race)$/]',
      message:
        'A transaction is one connection: its statements run one after the other, and a failure must not leave others running.',
    },
  ],
};

/** All patterns except the named ones. A rule's last setting wins whole, hence no way to switch off just one. */
function patternsExcept(...names) {
  const kept = Object.entries(PATTERNS).filter(([name]) => !names.includes(name));
  return ['error', ...kept.flatMap(([, patterns]) => patterns)];
}

const nodeGlobals = Object.fromEntries(
  [
    'AbortSignal',
    'console',
    'process',
    'require',
    'module',
    '__dirname',
    'Buffer',
    'URL',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'performance',
    'fetch',
    'structuredClone',
  ].map((name) => [name, 'readonly']),
);

// The rules that need types are in `.oxlintrc.json`: oxlint checks them in a tenth of the time.
export default defineConfig(
  globalIgnores([
    'dist/',
    'site/',
    'coverage/',
    '.data/',
    '.cache/',
    'openapi/',
    'clients/',
    'release/',
    'console/dist/',
    'console/**/*.gen.*',
  ]),
  eslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { 'simple-import-sort': simpleImportSort },
    rules: {
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      // Side effects first, then packages, then our own files from far to near; one group, as nothing is gained by
      // gaps.
      'simple-import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^\\.']] }],
    },
  },
  {
    // The formatter breaks code; this is for comments, and for what a hand must break. Landed migrations stay as they
    // are.
    files: ['{src,test,bench,torture,scripts,console}/**/*.{ts,tsx,mjs,cjs}', '*.{mjs,cjs}'],
    ignores: ['src/common/database/migrations/**'],
    rules: {
      'max-len': [
        'error',
        {
          code: 120,
          comments: 120,
          ignoreUrls: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: nodeGlobals } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/array-type': 'error',
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Nest reads the types of constructor parameters at run time, and a type-only import leaves nothing to read.
      '@typescript-eslint/consistent-type-imports': 'off',
      'no-restricted-imports': [
        'error',
        {
          paths: ['.', './', '..', '../'].map((name) => ({ name, message: 'Import the file itself, not a barrel.' })),
          patterns: [{ regex: '^\\.{1,2}/(.*/)?index$', message: 'Import the file itself, not a barrel.' }],
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-console': 'error',
      'no-restricted-syntax': patternsExcept(),
    },
  },
  { files: ['src/common/time/**/*.ts'], rules: { 'no-restricted-syntax': patternsExcept('wallClock') } },
  { files: ['src/common/config/**/*.ts'], rules: { 'no-restricted-syntax': patternsExcept('environment') } },
  {
    files: ['src/common/database/**/*.ts'],
    ignores: [EMBEDDED_POSTGRES, ...PROGRAMS],
    rules: { 'no-restricted-syntax': patternsExcept('queryRunner') },
  },
  {
    // Runs before there is a configuration, and without Nest.
    files: [EMBEDDED_POSTGRES],
    rules: { 'no-restricted-syntax': patternsExcept('wallClock', 'environment', 'queryRunner') },
  },
  {
    files: PROGRAMS,
    rules: { 'no-console': 'off', 'no-restricted-syntax': patternsExcept('wallClock', 'environment', 'queryRunner') },
  },
  {
    files: [SPECS],
    rules: {
      'no-restricted-syntax': patternsExcept('wallClock', 'environment', 'queryRunner'),
      'max-lines': 'off',
      'max-lines-per-function': 'off',
    },
  },
  {
    // Programs that run in a browser. The library of Radix and React's own rules are the guard of their accessibility.
    files: ['console/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, '@tanstack/query': tanstackQuery },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@tanstack/query/exhaustive-deps': 'error',
      '@tanstack/query/no-rest-destructuring': 'error',
      '@tanstack/query/stable-query-client': 'error',
      // What a component returns is known; its type would say less than its name.
      '@typescript-eslint/explicit-function-return-type': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 110, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: 'Show texts as texts.' },
        {
          selector: 'MemberExpression[object.name=/^(local|session)Storage$/]',
          message: 'Nothing of a bank stays in a browser: keep preferences on the server.',
        },
      ],
    },
  },
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
