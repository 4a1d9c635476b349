import { useTranslation } from 'react-i18next';
import { RARITIES } from '#/contract/cases.ts';
import { itemImage } from '../images.ts';
import { PrizeCard } from '../ui/PrizeCard.tsx';
import { prizePictures } from './prizePictures.ts';
import styles from './PrizeChapter.module.css';
import { Chapter, Part } from './Specimens.tsx';

/** A prize of every rarity, then the light of all rarities on the same one. */
export function PrizeChapter() {
  const { t } = useTranslation('cases');
  const card = (name: string, rarity: (typeof RARITIES)[number]) => {
    const { url, rimUrl } = itemImage(name);
    return (
      <li key={rarity}>
        <PrizeCard
          name={name}
          imageUrl={url}
          rimUrl={rimUrl}
          rarity={rarity}
          rarityLabel={t(`rarity.${rarity}`)}
          note="2.4 %"
        />
      </li>
    );
  };
  return (
    <Chapter title="Prizes">
      <Part title="Six rarities" wide>
        <ul className={styles.grid}>
          {RARITIES.map((rarity, at) => card(prizePictures[at * 7] ?? 'coin', rarity))}
        </ul>
      </Part>
      <Part title="One picture in six lights" wide>
        <ul className={styles.grid}>{RARITIES.map((rarity) => card('watch', rarity))}</ul>
      </Part>
    </Chapter>
  );
}
