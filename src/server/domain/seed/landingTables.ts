import { NO_TEXT } from '#/server/platform/db/tables/columns.ts';
import type { ServerPoint } from '#/server/platform/db/tables/servers.ts';
import type { LandingFile } from '#/contract/operator/catalogue/landingSchema.ts';
import type { ServersFile } from '#/contract/operator/catalogue/caseSchema.ts';
import type { TableWanted } from './syncTable.ts';

/** The target rows of the game servers. */
export function serversTable(servers: ServersFile): TableWanted {
  return {
    table: 'servers',
    noun: 'server',
    keys: ['key'],
    gone: 'stays',
    rows: servers.map(({ key, name, sortOrder, address, district, facts, points = [] }) => ({
      key,
      names: name,
      sort_order: sortOrder,
      address: address ?? null,
      districts: district ?? NO_TEXT,
      facts: facts ?? NO_TEXT,
      points: points.map(({ icon, title, text }): ServerPoint => ({ icon, titles: title, texts: text })),
    })),
  };
}

/** The target rows of promotions and news. */
export function landingTables({ promos, news }: LandingFile): TableWanted[] {
  return [
    {
      table: 'promos',
      noun: 'promo',
      keys: ['code'],
      gone: 'withdrawn',
      rows: promos.map(({ code, title }, at) => ({
        code,
        titles: title,
        sort_order: at,
        is_withdrawn: false,
      })),
    },
    {
      table: 'news',
      noun: 'news',
      keys: ['key'],
      gone: 'withdrawn',
      rows: news.map(({ key, publishedOn, title, text }) => ({
        key,
        published_on: publishedOn,
        titles: title,
        texts: text,
        is_withdrawn: false,
      })),
    },
  ];
}
