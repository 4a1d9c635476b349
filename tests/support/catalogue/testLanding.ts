import type { LandingFile } from '#/contract/operator/catalogue/landingSchema.ts';
import type { ServersFile } from '#/contract/operator/catalogue/caseSchema.ts';

const told = (text: string) => ({ ru: `${text} ru`, uk: `${text} uk`, en: `${text} en` });

/** Everest with all details, and Fuji with none, as servers were before the landing page existed. */
export const testServers: ServersFile = [
  {
    key: 'everest',
    name: { ru: 'Эверест', uk: 'Еверест', en: 'Everest' },
    sortOrder: 1,
    address: 'everest.game.example:22005',
    district: told('Big city'),
    facts: told('since 2021'),
    points: [
      { icon: 'car', title: told('340 cars'), text: told('All of them fast') },
      { icon: 'voice', title: told('Voice'), text: told('Heard nearby') },
    ],
  },
  { key: 'fuji', name: { ru: 'Фудзи', uk: 'Фудзі', en: 'Fuji' }, sortOrder: 2 },
];

/** Two promotions, the first one sorted first, and seven news entries, one a day from 2026-01-01. */
export const testLanding: LandingFile = {
  promos: [
    { code: 'FIRST10', title: told('First') },
    { code: 'SECOND10', title: told('Second') },
  ],
  news: Array.from({ length: 7 }, (_, at) => ({
    key: `news-${at + 1}`,
    publishedOn: `2026-01-0${at + 1}`,
    title: told(`News ${at + 1}`),
    text: told(`Text ${at + 1}`),
  })),
};
