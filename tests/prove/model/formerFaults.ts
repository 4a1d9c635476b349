import type { TestApp } from '../../support/app/testApp.ts';
import { useFakeProvider } from '../../support/players/shopping.ts';
import faults from './formerFaults.json' with { type: 'json' };
import { createRaces, type Interleaving } from './interleavings.ts';
import { runSteps } from './runs.ts';
import type { Step } from './run.ts';

/** Sequences of steps and interleavings that once found a fault. */
export interface Examples {
  T8: Step[][];
  T9: Interleaving[];
}

export const FORMER_FAULTS = faults as Examples;

/** @returns why those that fail do so */
export async function repeatExamples(
  newSite: () => Promise<TestApp>,
  { T8, T9 }: Examples,
): Promise<string[]> {
  const failures: string[] = [];
  let site: TestApp | undefined;
  for (const steps of T8) {
    site ??= await newSite();
    useFakeProvider(site);
    try {
      await runSteps(site, steps);
    } catch (error) {
      failures.push(`T8 ${error instanceof Error ? error.message : String(error)}`);
      // its books may be broken
      await site.close();
      site = undefined;
    }
  }
  await site?.close();
  const races = createRaces(newSite);
  for (const interleaving of T9) {
    const why = await races.run(interleaving);
    if (why !== undefined) failures.push(`T9 ${interleaving.pair.join(' and ')}: ${why}`);
  }
  await races.close();
  return failures;
}
