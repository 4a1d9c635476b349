import { dirname, resolve } from 'node:path';
import swc from '@swc/core';
import type { ICruiseResult, IModule } from 'dependency-cruiser';
import config, { ROOMS } from '../../../boundaries.config.ts';

// dependency-cruiser 17 does not tell its parser about JSX, so every component would fail
const { parseFileSync } = swc;
Object.assign(swc, {
  parseFileSync: (file: string, options: swc.ParseOptions) =>
    parseFileSync(file, { ...options, syntax: 'typescript', tsx: file.endsWith('.tsx') }),
});

const positions = new Map(ROOMS.map((room, at) => [`src/${room}`, at]));
const positionOf = (file: string) => positions.get(dirname(file)) ?? -1;

/** The imports from rooms that stand later in the list. A rule of dependency-cruiser for each room takes twice the time. */
const floorViolations = ({ source, dependencies }: IModule): string[] =>
  dependencies
    .filter(({ resolved }) => positionOf(source) >= 0 && positionOf(resolved) > positionOf(source))
    .map(({ resolved }) => `floor: ${ROOMS[positionOf(source)]}: ${source} -> ${resolved}`);

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
  const { summary, modules } = output as ICruiseResult;
  const broken = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  return { modules: summary.totalCruised, violations: [...modules.flatMap(floorViolations), ...broken] };
}
