import { useTranslation } from 'react-i18next';
import { play, unlockSound, useSound } from '../sound.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './SoundToggle.module.css';

/** Switches the sound of the site on and off; the browser remembers it (R3). */
export function SoundToggle() {
  const { t } = useTranslation('cases');
  const muted = useSound((choice) => choice.muted);
  const setMuted = useSound((choice) => choice.setMuted);
  return (
    <button
      type="button"
      className={`cut ${styles.toggle}`}
      aria-pressed={!muted}
      aria-label={t('case.sound')}
      onClick={() => {
        setMuted(!muted);
        unlockSound();
        play('toggle');
      }}
    >
      <Icon name={muted ? 'soundOff' : 'soundOn'} />
      <span className="label">{t('case.sound')}</span>
      <b>{muted ? t('case.soundOff') : t('case.soundOn')}</b>
    </button>
  );
}
