import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReferralFile } from '#/contract/operator/catalogue/referralSchema.ts';
import { diffText } from '#/server/domain/seed/catalogueDiff.ts';
import { importCatalogue } from '#/server/domain/seed/importCatalogue.ts';
import { readCatalogue } from '#/server/domain/catalogue/readCatalogue.ts';
import { type CatalogueFolder, createCatalogueFolder } from '../../../support/catalogue/catalogueFolder.ts';
import { createTestApp, type TestApp } from '../../../support/app/testApp.ts';
import { testCatalogue } from '../../../support/catalogue/testCatalogue.ts';

let files: CatalogueFolder;
beforeEach(() => {
  files = createCatalogueFolder(testCatalogue);
});
afterEach(() => files.remove());

const altered = (change: (file: ReferralFile) => void): ReferralFile => {
  const copy = structuredClone(testCatalogue.referral);
  change(copy);
  return copy;
};

describe('C7 referral.json', () => {
  test('is read as it is', async () => {
    expect((await readCatalogue(files.folder, files.assets)).referral).toEqual(testCatalogue.referral);
  });

  test.each<[string, (file: ReferralFile) => void, RegExp]>([
    ['a gap between ranks', ({ statuses }) => (statuses[0]!.toReferrals = 1), /without a gap/],
    ['an end of the last rank', ({ statuses }) => (statuses[2]!.toReferrals = 9), /without a gap/],
    ['a level left out', ({ statuses }) => (statuses[1]!.level = 5), /levels must be/],
    ['a higher rank that pays less', ({ statuses }) => (statuses[2]!.cashBackBasisPoints = 1), /pay less/],
    ['more than half', ({ statuses }) => (statuses[2]!.cashBackBasisPoints = 5001), /cashBackBasisPoints/],
    ['no ranks', (file) => (file.statuses = []), /statuses/],
    ['an id used twice', ({ milestones }) => (milestones[1]!.id = 1), /milestone id 1 is used twice/],
    [
      'one number twice',
      ({ milestones }) => (milestones[1]!.requiredReferrals = 1),
      /reached with 1 referrals/,
    ],
    ['nothing given', ({ milestones }) => (milestones[0]!.grants = []), /grants/],
    [
      'a case that is not there',
      ({ milestones }) => (milestones[0]!.grants = [{ kind: 'case', caseId: 77, count: 1 }]),
      /milestone 1: there is no case 77/,
    ],
    [
      'something of the game',
      ({ milestones }) => (milestones[0]!.grants = [{ kind: 'game', code: 'x', count: 1 } as never]),
      /grants/,
    ],
    [
      'coins given twice',
      ({ milestones }) => milestones[0]!.grants.push({ kind: 'coins', coins: 1 }),
      /the same is given twice/,
    ],
    [
      'a picture that is not there',
      ({ milestones }) => (milestones[0]!.image = 'referral/gone'),
      /referral\/gone/,
    ],
  ])('E4 is refused with %s', async (_, change, mistake) => {
    files.write('referral.json', altered(change));
    await expect(readCatalogue(files.folder, files.assets)).rejects.toThrow(mistake);
  });
});

describe('its import', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp();
  });
  afterAll(() => site.close());

  test('changes what is different, withdraws a milestone that left and takes a rank away', async () => {
    const referral = altered(({ statuses, milestones }) => {
      statuses.pop();
      statuses[1]!.toReferrals = null;
      milestones[0]!.requiredReferrals = 3;
      milestones.pop();
    });
    const changes = await importCatalogue(site.pool, { ...testCatalogue, referral });
    expect(diffText(changes).trim().split('\n')).toEqual([
      '~ rank 2 "Rank 2": to_referrals 4 -> null',
      '- rank 3 "Rank 3" removed',
      '~ milestone 1 "Award 1": required_referrals 1 -> 3',
      '- milestone 3 "Award 3" withdrawn',
    ]);
    expect(await importCatalogue(site.pool, { ...testCatalogue, referral })).toEqual([]);
  });
});
