import type { ShownChange } from '#/contract/operator/catalogue/revisions.ts';

/** A change that an import makes to one row of the catalogue. */
export type Change = ShownChange;
export type FieldChange = Change['fields'][number];

const SIGNS: Record<Change['did'], string> = {
  added: '+',
  returned: '+',
  changed: '~',
  withdrawn: '-',
  removed: '-',
};

/** A line for each change, for the operator: `~ good 1012 "5 cases": price_cents 13490 -> 12990`. */
export function diffText(changes: readonly Change[]): string {
  return changes
    .map(({ noun, id, name, did, fields }) => {
      const title = [SIGNS[did], noun, id, name && JSON.stringify(name)].filter(Boolean).join(' ');
      const verb = did === 'added' || did === 'changed' ? '' : ` ${did}`;
      const details = fields.map(
        ({ field, from, to }) => `${field} ${JSON.stringify(from)} -> ${JSON.stringify(to)}`,
      );
      return `${title}${verb}${details.length > 0 ? `: ${details.join('; ')}` : ''}\n`;
    })
    .join('');
}

/** Counts the changes by their kind. */
export function countChanges(changes: readonly Change[]): Record<Change['did'], number> {
  const counts = { added: 0, changed: 0, withdrawn: 0, returned: 0, removed: 0 };
  for (const { did } of changes) counts[did] += 1;
  return counts;
}
