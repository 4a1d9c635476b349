import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rarity } from '#/contract/cases.ts';
import { itemImage } from '#/client/platform/media/images.ts';
import { PrizeCard } from '#/client/ui/surfaces/PrizeCard.tsx';

interface PrizeProps {
  prize: { name: string; imageName: string; color: Rarity };
  note?: ReactNode;
  /** Actions below the name. */
  children?: ReactNode;
}

/** A prize card for a prize of the API. */
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
