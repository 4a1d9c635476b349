import { useTranslation } from 'react-i18next';
import type { Rarity } from '#/contract/cases.ts';
import { RarityMark as Mark } from '#/client/ui/display/RarityMark.tsx';

/** Shows a rarity of the API with its name in the page's language. */
export function RarityMark({ rarity }: { rarity: Rarity }) {
  const { t } = useTranslation('cases');
  return <Mark rarity={rarity} label={t(`rarity.${rarity}`)} />;
}
