import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { knowsPasskeys } from '#/client/domain/forms/passkey.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { useHydrated } from '#/client/platform/hydration/useHydrated.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { offerPasskeys, passkeyFailure, signInByPasskey } from './passkeyEntrance.ts';

/**
 * Signs in with a passkey: by this button, or by choosing one in the browser's list at the field of the name (A12).
 * @param onFailure gets the sentences of a failure; none when a new try begins
 */
export function PasskeyButton({ onFailure }: { onFailure: (sentences: string[]) => void }) {
  const { t } = useTranslation('auth');
  const { isPending, run } = useOneRequest();
  const isHydrated = useHydrated();
  useEffect(() => offerPasskeys((error) => onFailure(passkeyFailure(error))), [onFailure]);
  // keeps its place until the browser is known, because nearly all know passkeys
  if (isHydrated && !knowsPasskeys()) return null;
  return (
    <Button
      variant="secondary"
      size="large"
      wide
      icon="keys"
      busy={isPending}
      onClick={() => {
        onFailure([]);
        void run(
          () => signInByPasskey(false),
          (error) => onFailure(passkeyFailure(error)),
        );
      }}
    >
      {t('passkey.signIn')}
    </Button>
  );
}
