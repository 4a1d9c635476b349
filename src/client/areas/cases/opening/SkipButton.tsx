import { useTranslation } from 'react-i18next';
import { useFocusLost } from '#/client/ui/feedback/useFocusLost.ts';
import { Button } from '#/client/ui/inputs/Button.tsx';

interface SkipButtonProps {
  onSkip: () => void;
  /** Called when the button goes while it has the focus, because the spin is over. */
  onFocusLost: () => void;
}

/** Cuts a spin short (R3). */
export function SkipButton({ onSkip, onFocusLost }: SkipButtonProps) {
  const { t } = useTranslation('cases');
  const button = useFocusLost<HTMLButtonElement>(onFocusLost);
  return (
    <Button ref={button} variant="quiet" size="small" icon="arrowRight" onClick={onSkip}>
      {t('case.skip')}
    </Button>
  );
}
