import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rarity } from '#/contract/cases.ts';
import { itemImage } from './images.ts';
import { PrizeCard } from './ui/PrizeCard.tsx';

interface PrizeProps {
  prize: { name: string; imageName: string; color: Rarity };
  note?: ReactNode;
  /** Under the name: what can be done with it. */
  children?: ReactNode;
}

/** A prize of the API on the card of the design. */
export function Prize({ prize: { name, imageName, color }, note, children }: PrizeProps) {
  const { t } = useTranslation('cases');
  const { picture, rim } = itemImage(imageName);
  return (
    <PrizeCard
      name={name}
      picture={picture}
      rim={rim}
      rarity={color}
      rarityLabel={t(`rarity.${color}`)}
      note={note}
    >
      {children}
    </PrizeCard>
  );
}
