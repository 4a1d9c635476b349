import { RARITIES } from '#/contract/cases.ts';
import { POINT_ICONS } from '#/contract/landing.ts';
import type { UsedIds } from '#/contract/operator/catalogue/drafts.ts';
import type { FieldPath } from '#/contract/operator/catalogue/mistake.ts';
import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import type { FieldSpec } from '../form/fieldSpec.ts';
import { freshItem, nextId, nextOrder, nothing } from './newEntries.ts';

/** A part of the catalogue: a list of entries, with the fields of an entry. */
export interface Part {
  name: 'cases' | 'goods' | 'products' | 'promos' | 'news' | 'servers' | 'payments' | 'ranks' | 'milestones';
  path: FieldPath;
  /** The field with the permanent key of an entry. */
  key: string;
  /** The field with the display name of an entry. */
  title: string;
  fields: readonly FieldSpec[];
  /** Returns a new entry. Absent when entries cannot be added here. */
  fresh?: (content: Catalogue, used: UsedIds) => object;
  /** Whether a new entry can begin as a copy of another one. */
  canCopy?: boolean;
  /** Whether published entries are permanent, because players may own them. */
  isKept?: boolean;
}

/** The fields of a prize without those of the odds table. */
export const ITEM_FIELDS: readonly FieldSpec[] = [
  { name: 'id', kind: 'number', isFixed: true },
  { name: 'color', kind: 'choice', options: RARITIES },
  { name: 'imageName', kind: 'picture', kinds: ['items'], isShort: true },
  { name: 'sortOrder', kind: 'number' },
  { name: 'name', kind: 'localised', max: 60 },
  { name: 'gives', kind: 'grant', kinds: ['premium', 'game'] },
];

/** Number of items in a new case; the schema requires at least this many. */
const FIRST_ITEMS = 8;

const CASES: Part = {
  name: 'cases',
  path: ['cases'],
  key: 'id',
  title: 'name',
  canCopy: true,
  isKept: true,
  fields: [
    { name: 'slug', kind: 'text' },
    { name: 'plate', kind: 'text', max: 16 },
    { name: 'imageName', kind: 'picture', kinds: ['cases'], isShort: true },
    { name: 'sortOrder', kind: 'number' },
    { name: 'name', kind: 'localised', max: 60 },
    { name: 'description', kind: 'localised', max: 400, isLong: true },
  ],
  fresh: (content, used) => ({
    id: nextId(
      content.cases.map(({ id }) => id),
      used.cases,
    ),
    slug: '',
    imageName: '',
    plate: '',
    name: nothing,
    description: nothing,
    sortOrder: nextOrder(content.cases),
    items: Array.from({ length: FIRST_ITEMS }, (_, at) => freshItem(content, used, at)),
  }),
};

const GOODS: Part = {
  name: 'goods',
  path: ['goods'],
  key: 'id',
  title: 'name',
  canCopy: true,
  fields: [
    { name: 'type', kind: 'choice', options: ['casesItem', 'Premium', 'goods', 'Services'] },
    { name: 'caseId', kind: 'case', isOptional: true },
    { name: 'price', kind: 'price' },
    { name: 'saleLimit', kind: 'number', isOptional: true },
    { name: 'image', kind: 'picture', kinds: ['items', 'products', 'cases'] },
    { name: 'sortOrder', kind: 'number' },
    { name: 'name', kind: 'localised', max: 60 },
    { name: 'description', kind: 'localised', max: 200, isLong: true },
    { name: 'servers', kind: 'servers' },
    { name: 'grants', kind: 'grants', kinds: ['case', 'coins', 'premium', 'game'] },
  ],
  fresh: ({ goods, cases }, used) => ({
    id: nextId(
      goods.map(({ id }) => id),
      used.goods,
    ),
    type: 'goods',
    name: nothing,
    description: nothing,
    image: '',
    price: { cents: null },
    sortOrder: nextOrder(goods),
    grants: [{ kind: 'case', caseId: cases[0]?.id, count: 1 }],
  }),
};

const tab: readonly FieldSpec[] = [
  { name: 'image', kind: 'picture', kinds: ['items', 'products', 'cases'] },
  { name: 'sortOrder', kind: 'number' },
  { name: 'isComingSoon', kind: 'switch' },
  { name: 'title', kind: 'localised', max: 60 },
  { name: 'tabTitle', kind: 'localised', max: 30 },
];

/** Additional fields of the tab of coins: prices and bonuses. */
export const COIN_FIELDS: readonly FieldSpec[] = [
  { name: 'basePriceCents', kind: 'number', unit: 'euro' },
  { name: 'oneCoinPriceRange.fromCents', kind: 'number', unit: 'euro' },
  { name: 'oneCoinPriceRange.toCents', kind: 'number', unit: 'euro' },
  {
    name: 'oneCoinBonuses',
    kind: 'list',
    fields: [
      { name: 'fromCents', kind: 'number', unit: 'euro' },
      { name: 'toCents', kind: 'number', unit: 'euro' },
      { name: 'coefficientBasisPoints', kind: 'number', unit: 'bonus' },
      { name: 'image', kind: 'picture', kinds: ['items', 'products', 'cases'] },
      { name: 'title', kind: 'localised', max: 30 },
    ],
    fresh: (rows) => Object.assign({}, rows.at(-1), { title: nothing }),
  },
];

const PRODUCTS: Part = { name: 'products', path: ['products'], key: 'type', title: 'title', fields: tab };

const PROMOS: Part = {
  name: 'promos',
  path: ['landing', 'promos'],
  key: 'code',
  title: 'title',
  fields: [
    { name: 'code', kind: 'text' },
    { name: 'title', kind: 'localised', max: 60 },
  ],
  fresh: () => ({ code: '', title: nothing }),
};

const NEWS: Part = {
  name: 'news',
  path: ['landing', 'news'],
  key: 'key',
  title: 'title',
  fields: [
    { name: 'key', kind: 'text' },
    { name: 'publishedOn', kind: 'date' },
    { name: 'title', kind: 'localised', max: 80 },
    { name: 'text', kind: 'localised', max: 400, isLong: true },
  ],
  fresh: () => ({ key: '', publishedOn: '', title: nothing, text: nothing }),
};

const SERVERS: Part = {
  name: 'servers',
  path: ['servers'],
  key: 'key',
  title: 'name',
  isKept: true,
  fields: [
    { name: 'key', kind: 'text' },
    { name: 'address', kind: 'text', isOptional: true },
    { name: 'sortOrder', kind: 'number' },
    { name: 'name', kind: 'localised', max: 40 },
    { name: 'district', kind: 'localised', max: 40, isOptional: true },
    { name: 'facts', kind: 'localised', max: 60, isOptional: true },
    {
      name: 'points',
      kind: 'list',
      isOptional: true,
      fields: [
        { name: 'icon', kind: 'choice', options: POINT_ICONS },
        { name: 'title', kind: 'localised', max: 40 },
        { name: 'text', kind: 'localised', max: 120 },
      ],
      fresh: () => ({ icon: POINT_ICONS[0], title: nothing, text: nothing }),
    },
  ],
  fresh: ({ servers }) => ({ key: '', name: nothing, sortOrder: nextOrder(servers) }),
};

const PAYMENTS: Part = {
  name: 'payments',
  path: ['paymentGroups'],
  key: 'key',
  title: 'title',
  fields: [
    { name: 'title', kind: 'localised', max: 40 },
    {
      name: 'methods',
      kind: 'list',
      fields: [
        { name: 'name', kind: 'text' },
        { name: 'badges', kind: 'words' },
        { name: 'title', kind: 'localised', max: 40 },
      ],
      fresh: () => ({ name: '', title: nothing, badges: [] }),
    },
  ],
};

const RANKS: Part = {
  name: 'ranks',
  path: ['referral', 'statuses'],
  key: 'level',
  title: 'name',
  fields: [
    { name: 'cashBackBasisPoints', kind: 'number', unit: 'percent' },
    { name: 'fromReferrals', kind: 'number' },
    { name: 'toReferrals', kind: 'number' },
    { name: 'image', kind: 'picture', kinds: ['referral', 'items', 'cases'] },
    { name: 'isLeader', kind: 'switch', isOptional: true },
    { name: 'name', kind: 'localised', max: 40 },
  ],
  fresh: ({ referral: { statuses } }) => ({
    level: nextId(statuses.map(({ level }) => level)),
    name: nothing,
    image: '',
    cashBackBasisPoints: statuses.at(-1)?.cashBackBasisPoints ?? 0,
    fromReferrals: (statuses.at(-1)?.fromReferrals ?? -1) + 1,
    toReferrals: null,
  }),
};

const MILESTONES: Part = {
  name: 'milestones',
  path: ['referral', 'milestones'],
  key: 'id',
  title: 'name',
  fields: [
    { name: 'requiredReferrals', kind: 'number' },
    { name: 'image', kind: 'picture', kinds: ['referral', 'items', 'cases'] },
    { name: 'name', kind: 'localised', max: 60 },
    { name: 'grants', kind: 'grants', kinds: ['coins', 'premium', 'case'] },
  ],
  fresh: ({ referral: { milestones } }, used) => ({
    id: nextId(
      milestones.map(({ id }) => id),
      used.milestones,
    ),
    requiredReferrals: Math.max(0, ...milestones.map(({ requiredReferrals }) => requiredReferrals || 0)) + 1,
    name: nothing,
    image: '',
    grants: [{ kind: 'coins', coins: 100 }],
  }),
};

/** The parts of the catalogue, in the order of the tabs. */
export const PARTS: readonly Part[] = [
  CASES,
  GOODS,
  PRODUCTS,
  PROMOS,
  NEWS,
  SERVERS,
  PAYMENTS,
  RANKS,
  MILESTONES,
];
