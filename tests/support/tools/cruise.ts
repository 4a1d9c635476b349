import { resolve } from 'node:path';
import swc from '@swc/core';
import type { ICruiseResult } from 'dependency-cruiser';
import config from '../../../boundaries.config.ts';

// dependency-cruiser 17 does not tell its parser about JSX, so every component would fail
const { parseFileSync } = swc;
Object.assign(swc, {
  parseFileSync: (file: string, options: swc.ParseOptions) =>
    parseFileSync(file, { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') }),
});

/**
 * Checks the boundary rules on `<baseDir>/src`.
 * @returns the imports that break them, and how many modules were read
 */
export async function cruise(baseDir: string): Promise<{ modules: number; violations: string[] }> {
  const { cruise: run } = await import('dependency-cruiser');
  const { options, ...ruleSet } = config;
  const { enhancedResolveOptions, ...cruiseOptions } = options;
  const alias = Object.fromEntries(
    ['assets', 'sounds', 'locales', ''].map((folder) => [`#${folder}`, resolve(baseDir, folder || 'src')]),
  );
  const { output } = await run(
    ['src'],
    { ...cruiseOptions, baseDir, validate: true, ruleSet },
    { ...enhancedResolveOptions, alias },
  );
  const { summary } = output as ICruiseResult;
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  };
}
