import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserCaseDetails } from '#/contract/cases.ts';
import { caseImage } from '../images.ts';
import { play } from '../sound.ts';
import { warmUpRoulette } from '../stage/index.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Picture } from '../ui/Picture.tsx';
import { Plate } from '../ui/Plate.tsx';
import type { OpeningFailure } from './caseOpening.ts';
import styles from './CaseHero.module.css';
import { SoundControls } from './SoundControls.tsx';

interface CaseHeroProps {
  details: UserCaseDetails;
  isSpinning: boolean;
  failure: OpeningFailure | null;
  onOpen: () => void;
  openButton: RefObject<HTMLButtonElement | null>;
}

/** The case under its lamp, with what is known of it and the button that opens it. */
export function CaseHero({ details, isSpinning, failure, onOpen, openButton }: CaseHeroProps) {
  const { t } = useTranslation('cases');
  const { case: box, count } = details;
  return (
    <div className={`wrap ${styles.hero}`}>
      <div className={styles.crate} data-spinning={isSpinning || undefined}>
        <span className={styles.cone} aria-hidden="true" />
        <Picture files={caseImage(box.imageName, 'hero')} fetchPriority="high" />
      </div>
      <div className={styles.info}>
        <Plate code="ONE">{box.plate}</Plate>
        <h1>{box.name}</h1>
        <p className={styles.description}>{box.description}</p>
        <div className={styles.chips}>
          <Chip icon="case" label={t('case.stock')} value={t('case.stockCount', { pieces: count })} />
          <Chip icon="stack" label={t('case.prizes')} value={box.items.length} />
          <SoundControls />
        </div>
        <div className={styles.action}>
          <Button
            ref={openButton}
            variant="primary"
            size="large"
            icon="unlock"
            disabled={count < 1 && !isSpinning}
            busy={isSpinning}
            onClick={onOpen}
            onPointerEnter={({ pointerType }) => {
              warmUpRoulette();
              if (pointerType === 'mouse' && count > 0 && !isSpinning) play('hover');
            }}
            aria-describedby="open-note"
          >
            {isSpinning ? t('case.spinning') : t('case.open')}
          </Button>
        </div>
        <div id="open-note" className={styles.note}>
          {failure && (
            <div className={`cut ${styles.failure}`} role="alert">
              <Icon name="warning" />
              <div>
                <strong>{t('failure.title')}</strong>
                <p>{t(`failure.${failure}`)}</p>
              </div>
            </div>
          )}
          {!failure && !isSpinning && count < 1 && <p>{t('case.outOfStock')}</p>}
        </div>
      </div>
    </div>
  );
}
