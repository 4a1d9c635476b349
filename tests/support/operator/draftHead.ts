export const DRAFT_AT = '2026-01-15T12:00:00.000Z';

/** The head of a draft, as the list and the page of the draft get it. */
export const DRAFT_HEAD = Object.freeze({
  id: 12,
  version: 3,
  base: 7,
  owner: { id: 1, name: 'Olena' },
  savedBy: 'Olena',
  savedAt: DRAFT_AT,
  createdAt: DRAFT_AT,
  plan: null,
});

/** No entry ever left the catalogue. */
export const NONE_USED = { cases: 0, items: 0, goods: 0, milestones: 0 };
