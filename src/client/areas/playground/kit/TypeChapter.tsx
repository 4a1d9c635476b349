import { LOCALES } from '#/contract/kernel/locale.ts';
import { formatCoins, formatEuro } from '#/client/platform/i18n/formatNumber.ts';
import { useLater } from '#/client/platform/hydration/useLater.ts';
import { Chapter } from './Specimens.tsx';
import styles from './TypeChapter.module.css';

const files = import.meta.glob<Record<string, string>>('../../../../../locales/*/landing.json', {
  import: 'hero',
});

async function loadHeroes(): Promise<Record<string, Record<string, string>>> {
  const loading = LOCALES.map(async (locale) => {
    const hero = await files[`../../../../../locales/${locale}/landing.json`]?.();
    return [locale, hero ?? {}] as const;
  });
  return Object.fromEntries(await Promise.all(loading));
}

/** Capital letters by code: the Russian alphabet, and the letters that only Ukrainian has. */
const CYRILLIC = [...Array.from({ length: 32 }, (_, at) => 0x410 + at), 0x401, 0x404, 0x406, 0x407, 0x490];
const LATIN = Array.from({ length: 26 }, (_, at) => 0x41 + at);

const SCALE = ['hero', 'h1', 'h2', 'h3', 'lead', 'body', 'sm', 'label'] as const;

/** The three faces in the three languages, and the sizes. */
export function TypeChapter() {
  const heroes = useLater(loadHeroes);
  return (
    <Chapter title="Type — Tektur / Onest / Martian Mono">
      <div className={styles.columns}>
        {LOCALES.map((language) => {
          const hero = heroes?.[language] ?? {};
          return (
            <div key={language} lang={language}>
              <p className={styles.headline}>
                {hero['line1']} {hero['line2']} {hero['line3']}
              </p>
              <p className={styles.alphabet}>
                {String.fromCodePoint(...(language === 'en' ? LATIN : CYRILLIC))}
              </p>
              <p className={styles.text}>{hero['lead']}</p>
              <p className={styles.figures}>02:14:07:33 № 0123456789</p>
              <p className={styles.figures} data-lit>
                {formatCoins(12_450)} · {formatEuro(123_450)} · +40 %
              </p>
            </div>
          );
        })}
      </div>
      <ul className={styles.scale}>
        {SCALE.map((size) => (
          <li key={size} data-size={size}>
            <span className="label">{size}</span>
            <span className={styles.sample} style={{ fontSize: `var(--t-${size})` }}>
              One city
            </span>
          </li>
        ))}
      </ul>
    </Chapter>
  );
}
