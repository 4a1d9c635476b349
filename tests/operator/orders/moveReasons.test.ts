import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '#/contract/kernel/locale.ts';

/** The reasons that the site itself gives for moves of orders, as its sources write them. */
function ownReasons(): string[] {
  const folder = 'src/server';
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('migrations'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const forms = [
    /moveOrder\([^;]*?, '(?:site|player|provider)', '([^']+)'\)/gs,
    /at\('\w+', (?:\w+ \? )?'([^']+)'(?: : '([^']+)')?/g,
    /reason(?: =|:) '(paid with coins[^']*)'/g,
  ];
  const found = sources
    .filter(
      (text) =>
        text.includes('moveOrder') || text.includes('OrderTarget') || text.includes('paid with coins'),
    )
    .flatMap((text) => forms.flatMap((form) => [...text.matchAll(form)].flatMap((match) => match.slice(1))));
  return [...new Set(found.filter((reason) => reason !== undefined))];
}

test.each(LOCALES)(
  'O10 every reason that the site gives for a move of an order has a text in %s',
  (locale) => {
    const { moveReasons } = JSON.parse(readFileSync(`locales/${locale}/operatorOrders.json`, 'utf8')) as {
      moveReasons: Record<string, string>;
    };
    const reasons = ownReasons();
    expect(reasons).toEqual(
      expect.arrayContaining(['paid with coins', 'not paid in time', 'another amount was paid']),
    );
    expect(reasons.filter((reason) => !(reason in moveReasons))).toEqual([]);
  },
);
