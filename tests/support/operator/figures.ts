import type { Dashboard, Tiles } from '#/contract/operator/figures/dashboard.ts';

const TILES: Tiles = {
  paidCents: 120_000,
  refundedCents: 20_000,
  chargedBackCents: 0,
  netCents: 100_000,
  orders: 24,
  payers: 20,
  averageCents: 5000,
  conversion: 0.4,
  openings: 300,
  returned: 0.81,
  walletCoins: 4000,
  owedCoins: 50,
  handedOver: 12,
  medianSeconds: 95,
  signUps: 9,
  confirmed: 7,
};
const named = (name: string) => ({ ru: name, uk: name, en: name });

/** Figures with data in every chart. */
export const FIGURES: Dashboard = {
  from: '2026-01-01',
  to: '2026-01-03',
  before: { from: '2025-12-29', to: '2025-12-31' },
  isBeforeWhole: true,
  servers: [{ key: 'everest', names: named('Everest') }],
  isCounting: false,
  tiles: TILES,
  tilesBefore: { ...TILES, netCents: 80_000, refundedCents: 10_000, conversion: null },
  money: [
    { day: '2026-01-02', provider: 'stripe', paidCents: 100_000, refundedCents: 20_000, chargedBackCents: 0 },
    { day: '2026-01-02', provider: 'btcpay', paidCents: 20_000, refundedCents: 0, chargedBackCents: 0 },
  ],
  funnel: { carts: 60, orders: 40, paid: 24, granted: 23 },
  openings: [{ caseId: 1, names: named('Night Patrol'), count: 300 }],
  issued: [
    { cause: 'bought', coins: 900 },
    { cause: 'prizes', coins: 300 },
  ],
  spent: [{ cause: 'shop', coins: 700 }],
  handedOver: [{ server: 'everest', count: 12, medianSeconds: 95, longestSeconds: 7200 }],
  online: [
    { at: '2026-01-01T00:00:00.000Z', average: 120.5, peak: 200 },
    { at: '2026-01-02T00:00:00.000Z', average: 130, peak: 210 },
  ],
};
/** Figures of a site without any events. */
export const NO_FIGURES: Dashboard = {
  ...FIGURES,
  tiles: { ...TILES, paidCents: 0, netCents: 0, averageCents: null, medianSeconds: null, returned: null },
  money: [],
  funnel: { carts: 0, orders: 0, paid: 0, granted: 0 },
  openings: [],
  issued: [],
  spent: [],
  handedOver: [],
  online: [],
};
export const CHARTS = [
  'Money by day',
  'Path of an order',
  'Openings by case',
  'Coins: from where and where to',
  'Handing over by server',
  'Players online',
];
