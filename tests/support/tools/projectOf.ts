/** The Vitest project that a test file outside of tests/e2e belongs to, see vitest.config.ts. */
export function projectOf(file: string): 'pure' | 'server' | 'component' {
  if (/^tests\/(server|games)\//.test(file)) return 'server';
  return file.endsWith('.tsx') ? 'component' : 'pure';
}
