import type { Catalogue, GoodsFile, ProductsFile } from '#/contract/operator/catalogue/shopSchema.ts';

type Good = GoodsFile[number];

const text = (ru: string, uk: string, en: string) => ({ ru, uk, en });

/** Coefficients of the tiers from 10, 50, 150, 250 and 1000 euro on, in basis points. */
const TEST_TIERS = [
  [1000, 4990, 10_500],
  [5000, 14_990, 11_000],
  [15_000, 24_990, 12_000],
  [25_000, 99_990, 13_000],
  [100_000, 500_000, 13_500],
] as const;

const tab = (id: number, en: string) => ({
  id,
  title: text(`Вкладка ${id}`, `Вкладка № ${id}`, `All ${en}`),
  tabTitle: text(`Таб ${id}`, `Таб № ${id}`, en),
  image: `products/tab-${id}`,
  isComingSoon: false,
  sortOrder: id,
});

const products: ProductsFile = [
  {
    type: 'one_coin',
    ...tab(1, 'One Coins'),
    basePriceCents: 10,
    oneCoinPriceRange: { fromCents: 50, toCents: 500_000 },
    oneCoinBonuses: TEST_TIERS.map(([fromCents, toCents, coefficientBasisPoints], at) => ({
      fromCents,
      toCents,
      coefficientBasisPoints,
      image: `items/tier-${at}`,
      title: text(`Бонус ${at}`, `Надбавка ${at}`, `Bonus ${at}`),
    })),
  },
  { type: 'Premium', ...tab(2, 'Premium accounts') },
  { type: 'cases', ...tab(3, 'Cases') },
  { type: 'goods', ...tab(4, 'Special offers') },
  { type: 'Services', ...tab(5, 'Services') },
  { type: 'product', ...tab(6, 'Property'), isComingSoon: true },
];

function good(
  id: number,
  type: Good['type'],
  price: Good['price'],
  grants: Good['grants'],
  more: Partial<Good> = {},
): Good {
  return {
    id,
    type,
    name: text(`Товар ${id}`, `Крам ${id}`, `Good ${id}`),
    description: text(`Описание ${id}`, `Опис ${id}`, `About good ${id}`),
    image: `items/good-${id}`,
    price,
    sortOrder: id,
    grants,
    ...more,
  };
}

const cases = (caseId: number, count: number) => ({ kind: 'case', caseId, count }) as const;

/** Ids of the goods by their special property. */
export const GOOD = {
  /** 13.49 euro for 30 days of Premium. */
  premium: 11,
  /** 90 OC for 7 days of Premium. */
  premiumForCoins: 12,
  /** 9.90 euro, on fuji only: 100 OC and one piece of case 1. */
  offerOnFuji: 21,
  /** 5 euro; three may ever be sold. */
  limited: 22,
  /** 50 OC for something in the game. */
  serviceForCoins: 31,
  /** 2.50 euro for something in the game. */
  service: 32,
  /** 20 OC for one piece of case 1. */
  caseForCoins: 101,
  /** 9 euro for five pieces of case 1. */
  fiveCases: 102,
  /** 40 OC for one piece of case 2; case 3 is not sold. */
  otherCaseForCoins: 201,
} as const;

/** All tabs with a good of each kind; case 3 is not sold; three payment methods in two groups. */
export const testShop: Pick<Catalogue, 'products' | 'goods' | 'paymentGroups'> = {
  products,
  goods: [
    good(GOOD.premium, 'Premium', { cents: 1349 }, [{ kind: 'premium', days: 30 }]),
    good(GOOD.premiumForCoins, 'Premium', { coins: 90 }, [{ kind: 'premium', days: 7 }]),
    good(GOOD.offerOnFuji, 'goods', { cents: 990 }, [{ kind: 'coins', coins: 100 }, cases(1, 1)], {
      servers: ['fuji'],
    }),
    good(GOOD.limited, 'goods', { cents: 500 }, [{ kind: 'game', code: 'golden_bat', count: 1 }], {
      saleLimit: 3,
    }),
    good(GOOD.serviceForCoins, 'Services', { coins: 50 }, [{ kind: 'game', code: 'name_change', count: 1 }]),
    good(GOOD.service, 'Services', { cents: 250 }, [{ kind: 'game', code: 'unban', count: 1 }]),
    good(GOOD.caseForCoins, 'casesItem', { coins: 20 }, [cases(1, 1)], { caseId: 1 }),
    good(GOOD.fiveCases, 'casesItem', { cents: 900 }, [cases(1, 5)], { caseId: 1 }),
    good(GOOD.otherCaseForCoins, 'casesItem', { coins: 40 }, [cases(2, 1)], { caseId: 2 }),
  ],
  paymentGroups: [
    {
      key: 'main',
      title: text('Основные', 'Основні', 'Main'),
      methods: [
        {
          name: 'card_and_more',
          title: text('Карта и другое', 'Картка та інше', 'Card and more'),
          badges: ['Visa', 'SEPA'],
        },
        { name: 'card', title: text('Карта', 'Картка', 'Card'), badges: ['Visa'] },
      ],
    },
    {
      key: 'crypto',
      title: text('Криптовалюта', 'Криптовалюта', 'Crypto'),
      methods: [{ name: 'bitcoin', title: text('Биткоин', 'Біткоїн', 'Bitcoin'), badges: ['BTC'] }],
    },
  ],
};
