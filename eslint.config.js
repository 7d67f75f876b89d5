// Only what Biome cannot see: promises (it misses every database case) and exhaustive switches, which need types, and the
// width of comments. The formatter keeps code to 120 columns and leaves comments as they are.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'node_modules/**',
      'dist/**',
      'client/generated/**',
      '.data/**',
      '.cache/**',
      'cdk.out/**',
      'test/architecture/planted/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.infra.json', './console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      'max-len': ['error', { code: 1_000, comments: 140, ignoreUrls: true }],
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
);
