import { useTranslation } from 'react-i18next';
import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import { localePrefix } from '#/contract/kernel/locale.ts';
import { pageConfig } from '#/client/platform/api/pageConfig.ts';
import { useOneRequest } from '#/client/platform/forms/useSubmit.ts';
import { errorTextOf } from '#/client/platform/i18n/errorText.ts';
import { notify } from '#/client/ui/feedback/notify.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';
import { callOperator } from '../platform/operatorApi.ts';
import type { useDraftSaving } from './useDraftSaving.ts';

interface PreviewButtonProps {
  /** Id of the draft. */
  id: string;
  saving: Pick<ReturnType<typeof useDraftSaving>, 'saveAll'>;
}

/** Opens the players' pages as the draft would make them (O18). Unsaved input is saved first; without that no page opens. */
export function PreviewButton({ id, saving }: PreviewButtonProps) {
  const { t } = useTranslation('operatorCatalogue');
  const { isPending, run } = useOneRequest();
  const look = () =>
    run(
      async () => {
        // the state of the draft says why it is not saved
        if (!(await saving.saveAll())) return;
        await callOperator(operatorCalls.previewDraft, { params: { id } });
        location.assign(localePrefix(pageConfig.locale) || '/');
      },
      (error) => notify({ type: 'error', title: errorTextOf(error) }),
    );
  return (
    <Button variant="secondary" icon="eye" busy={isPending} onClick={() => void look()}>
      {t('draft.preview')}
    </Button>
  );
}
