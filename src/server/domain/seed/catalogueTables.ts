import type { Catalogue } from '#/contract/operator/catalogue/shopSchema.ts';
import { landingTables, serversTable } from './landingTables.ts';
import { referralTables } from './referralTables.ts';
import type { TableWanted } from './syncTable.ts';

/** The target rows of every catalogue table. A table comes after the tables it refers to. */
export function tablesOf(catalogue: Catalogue): TableWanted[] {
  const { servers, cases, products, goods, paymentGroups, referral, landing } = catalogue;
  return [
    serversTable(servers),
    {
      table: 'cases',
      noun: 'case',
      keys: ['id'],
      unique: 'key',
      gone: 'stays',
      rows: cases.map(({ id, slug, name, description, imageName, plate, sortOrder }) => ({
        id,
        key: slug,
        names: name,
        descriptions: description,
        image_name: imageName,
        plate,
        sort_order: sortOrder,
      })),
    },
    {
      table: 'case_items',
      noun: 'item',
      keys: ['id'],
      fixed: ['case_id'],
      gone: 'stays',
      rows: cases.flatMap((file) =>
        file.items.map((item) => ({
          id: item.id,
          case_id: file.id,
          names: item.name,
          image_name: item.imageName,
          color: item.color,
          sort_order: item.sortOrder,
          is_swap_available: item.isSwapAvailable,
          premium_coins_price: item.premiumCoinsPrice,
          gives: item.gives ?? null,
        })),
      ),
    },
    productsTable(products),
    tiersTable(products),
    goodsTable(goods),
    {
      table: 'payment_groups',
      noun: 'payment group',
      keys: ['key'],
      gone: 'stays',
      rows: paymentGroups.map(({ key, title }, at) => ({ key, titles: title, sort_order: at })),
    },
    {
      table: 'payment_methods',
      noun: 'payment method',
      keys: ['name'],
      gone: 'withdrawn',
      rows: paymentGroups.flatMap(({ key, methods }) =>
        methods.map(({ name, title, badges }, at) => ({
          name,
          group_key: key,
          titles: title,
          badges,
          sort_order: at,
          is_withdrawn: false,
        })),
      ),
    },
    ...referralTables(referral),
    ...landingTables(landing),
  ];
}

function productsTable(products: Catalogue['products']): TableWanted {
  return {
    table: 'products',
    noun: 'product',
    keys: ['id'],
    fixed: ['type'],
    unique: 'type',
    gone: 'withdrawn',
    rows: products.map((product) => {
      const coins = product.type === 'one_coin' ? product : undefined;
      return {
        id: product.id,
        type: product.type,
        titles: product.title,
        tab_titles: product.tabTitle,
        image: product.image,
        is_coming_soon: product.isComingSoon,
        sort_order: product.sortOrder,
        base_price_cents: coins?.basePriceCents ?? null,
        price_from_cents: coins?.oneCoinPriceRange.fromCents ?? null,
        price_to_cents: coins?.oneCoinPriceRange.toCents ?? null,
        is_withdrawn: false,
      };
    }),
  };
}

function tiersTable(products: Catalogue['products']): TableWanted {
  return {
    table: 'bonus_tiers',
    noun: 'bonus tier',
    keys: ['product_id', 'from_cents'],
    gone: 'removed',
    rows: products.flatMap((product) =>
      product.type === 'one_coin'
        ? product.oneCoinBonuses.map((tier) => ({
            product_id: product.id,
            from_cents: tier.fromCents,
            to_cents: tier.toCents,
            coefficient_basis_points: tier.coefficientBasisPoints,
            image: tier.image,
            titles: tier.title,
          }))
        : [],
    ),
  };
}

function goodsTable(goods: Catalogue['goods']): TableWanted {
  return {
    table: 'goods',
    noun: 'good',
    keys: ['id'],
    fixed: ['type', 'case_id'],
    gone: 'withdrawn',
    rows: goods.map((good) => ({
      id: good.id,
      type: good.type,
      case_id: good.caseId ?? null,
      names: good.name,
      descriptions: good.description,
      image: good.image,
      price_cents: 'cents' in good.price ? good.price.cents : null,
      price_coins: 'coins' in good.price ? good.price.coins : null,
      server_keys: good.servers ?? null,
      sort_order: good.sortOrder,
      grants: good.grants,
      sale_limit: good.saleLimit ?? null,
      is_withdrawn: false,
    })),
  };
}
