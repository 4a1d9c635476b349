import * as z from 'zod/mini';
import { caseFile, serversFile } from './caseSchema.ts';
import { landingFile } from './landingSchema.ts';
import { type Mistake, mistakesOfIssues } from './mistake.ts';
import { referralMistakes } from './referralMistakes.ts';
import { referralFile } from './referralSchema.ts';
import { repeatedMistakes } from './repeatedMistakes.ts';
import { shopMistakes } from './shopMistakes.ts';
import { type Catalogue, goodsFile, paymentGroupsFile, productsFile } from './shopSchema.ts';
import { swapMistakes } from './returns.ts';

const catalogueFile = z.strictObject({
  servers: serversFile,
  cases: z.array(caseFile).check(z.minLength(1)),
  products: productsFile,
  goods: goodsFile,
  paymentGroups: paymentGroupsFile,
  referral: referralFile,
  landing: landingFile,
});

/** Finds mistakes that need several files, in a catalogue whose parts are well formed. */
export const referenceMistakes = (catalogue: Catalogue): Mistake[] => [
  ...shopMistakes(catalogue),
  ...referralMistakes(catalogue.referral, new Set(catalogue.cases.map(({ id }) => id))),
];

interface Checked {
  /** Null when the structure itself is wrong. */
  catalogue: Catalogue | null;
  mistakes: Mistake[];
}

/**
 * Checks an edited catalogue by the schemas of the files and by the returns of the odds (O16, O17).
 * Pages and the server share this check. The server additionally checks pictures and retired ids.
 */
export function checkCatalogue(content: unknown): Checked {
  const parsed = z.safeParse(catalogueFile, content);
  if (!parsed.success) return { catalogue: null, mistakes: mistakesOfIssues(parsed.error.issues) };
  const catalogue = parsed.data;
  const mistakes = [...referenceMistakes(catalogue), ...repeatedMistakes(catalogue)];
  return { catalogue, mistakes: mistakes.length > 0 ? mistakes : swapMistakes(catalogue) };
}
