import { useTranslation } from 'react-i18next';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { inLocale, paths } from '#/client/platform/navigation/paths.ts';
import { CopyButton } from '#/client/ui/inputs/CopyButton.tsx';

/** Copies the link that leads a friend to the sign-up with the player's code filled in (C7). */
export function Invitation({ code }: { code: string }) {
  const { t } = useTranslation('cabinet');
  return (
    <CopyButton
      text={location.origin + inLocale(pageConfig.locale, paths.invitation(code))}
      label={t('referral.copyLink')}
      copiedLabel={t('profile.copied')}
    />
  );
}
