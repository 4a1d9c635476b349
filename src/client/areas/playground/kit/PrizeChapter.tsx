import { useTranslation } from 'react-i18next';
import { RARITIES } from '#/contract/cases.ts';
import { caseImage, itemImage } from '#/client/platform/media/images.ts';
import { Badge } from '#/client/ui/display/Badge.tsx';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { HazardTag } from '#/client/ui/display/HazardTag.tsx';
import { PrizeCard } from '#/client/ui/surfaces/PrizeCard.tsx';
import { formatCoins } from '#/client/platform/i18n/formatNumber.ts';
import { ProductCard } from '#/client/ui/surfaces/ProductCard.tsx';
import { prizeNames } from '#/client/areas/playground/state/pictureNames.ts';
import styles from './PrizeChapter.module.css';
import { Chapter, Part } from './Specimens.tsx';

const CASES = ['night-heist', 'port', 'patrol'];

/** A prize of every rarity, then the light of all rarities on the same one. */
export function PrizeChapter() {
  const { t } = useTranslation('cases');
  const card = (name: string, rarity: (typeof RARITIES)[number]) => {
    const { picture, rim } = itemImage(name);
    return (
      <li key={rarity}>
        <PrizeCard
          name={name}
          picture={picture}
          rim={rim}
          rarity={rarity}
          rarityLabel={t(`rarity.${rarity}`)}
          note="2.4 %"
        />
      </li>
    );
  };
  return (
    <Chapter title="Prizes and goods">
      <Part title="Six rarities" wide>
        <ul className={styles.grid}>
          {RARITIES.map((rarity, at) => card(prizeNames[at * 7] ?? 'coin', rarity))}
        </ul>
      </Part>
      <Part title="Shelf" wide>
        <ul className={styles.shelf}>
          {CASES.map((name) => (
            <li key={name}>
              <ProductCard
                name={name}
                picture={caseImage(name)}
                note={t('inventory.pieces', { count: 12 })}
                corner={name === 'patrol' && <Badge tone="tail">-20 %</Badge>}
              >
                <Button variant="secondary" wide icon="unlock">
                  {t('inventory.open')}
                </Button>
              </ProductCard>
            </li>
          ))}
          <li data-wide>
            <ProductCard
              name="Backpack"
              picture={itemImage('backpack').picture}
              text={t('case.unknownText')}
              note="≈ 9,00 €"
            >
              <Button variant="secondary" wide>
                {formatCoins(90)}
              </Button>
            </ProductCard>
          </li>
          <li>
            <ProductCard
              name={t('case.unknownTitle')}
              picture={caseImage('closed')}
              state="closed"
              note={<HazardTag>Soon</HazardTag>}
            />
          </li>
        </ul>
      </Part>
      <Part title="One picture in six lights" wide>
        <ul className={styles.grid}>{RARITIES.map((rarity) => card('watch', rarity))}</ul>
      </Part>
    </Chapter>
  );
}
